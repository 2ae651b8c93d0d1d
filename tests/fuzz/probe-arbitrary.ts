import fc from 'fast-check';
import { hostileQuery, hostileSegment, hostileText, hostileValue } from './hostile.ts';
import { hostileBody, hostileForm, JSON_TYPE } from './hostile-body.ts';
import type { Operation, Parameter } from './operation.ts';
import type { Probe } from './probe.ts';
import { idSlot, valueFor } from './schema-arbitrary.ts';

type Fields = Record<string, unknown>;

/** Requests of one operation: some as they should be, most with one thing wrong. */
export function probesOf(operation: Operation): fc.Arbitrary<Probe> {
  const good = goodProbe(operation);
  const kinds: fc.WeightedArbitrary<Probe>[] = [
    { arbitrary: good, weight: 5 },
    { arbitrary: withHostileHeader(good), weight: 1 },
    { arbitrary: withHostileQuery(operation, good), weight: operation.method === 'GET' ? 3 : 1 },
  ];
  if (operation.path.includes('{')) kinds.push({ arbitrary: hostileAddress(operation, good), weight: 2 });
  if (operation.method === 'GET') return fc.oneof(...kinds);
  kinds.push({ arbitrary: withBody(good, hostileBody), weight: operation.bodies === null ? 1 : 3 });
  kinds.push({ arbitrary: withWrongLength(good), weight: 1 });
  if (operation.bodies !== null) kinds.push({ arbitrary: withHostileField(operation), weight: 6 });
  if (operation.bodies?.['multipart/form-data'] !== undefined)
    kinds.push({ arbitrary: withBody(good, hostileForm), weight: 4 });
  return fc.oneof(...kinds);
}

const goodProbe = (operation: Operation): fc.Arbitrary<Probe> =>
  fc
    .tuple(address(operation), query(operation), jsonOf(operation))
    .map(([path, search, json]) => toProbe('as described', operation, path + search, json));

function toProbe(what: string, { method }: Operation, url: string, json: unknown): Probe {
  const isEmpty = json === undefined;
  return {
    what,
    method,
    url,
    headers: isEmpty ? {} : { 'content-type': JSON_TYPE },
    body: isEmpty ? null : JSON.stringify(json),
  };
}

const jsonOf = ({ bodies }: Operation): fc.Arbitrary<unknown> => {
  const schema = bodies?.[JSON_TYPE];
  return schema === undefined ? fc.constant(undefined) : valueFor(schema);
};

const isIn = (place: Parameter['in']) => (parameter: Parameter) => parameter.in === place;

const address = ({ path, parameters }: Operation): fc.Arbitrary<string> =>
  fc
    .tuple(...parameters.filter(isIn('path')).map(({ name }) => idSlot(path, name)))
    .map(ids => ids.reduce((url, id) => url.replace(/\{\w+\}/, id), `/api${path}`));

function hostileAddress(operation: Operation, good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> {
  return fc.tuple(good, hostileSegment).map(([probe, segment]) => ({
    ...probe,
    what: 'odd id',
    url: `/api${operation.path.replace(/\{\w+\}/, () => segment)}`,
  }));
}

const query = ({ parameters }: Operation): fc.Arbitrary<string> => {
  const named = parameters.filter(isIn('query'));
  const values = Object.fromEntries(named.map(({ name, schema }) => [name, valueFor(schema, name)]));
  const requiredKeys = named.filter(({ required }) => required).map(({ name }) => name);
  return fc.record<Fields>(values, { requiredKeys }).map(asQuery);
};

function asQuery(values: Fields): string {
  // As bytes: half a character too has an escape, which encodeURIComponent would refuse to write.
  const escaped = (value: unknown) =>
    encodeURIComponent(String(value).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
  const text = Object.entries(values).map(([name, value]) => `${name}=${escaped(value)}`);
  return text.length === 0 ? '' : `?${text.join('&')}`;
}

function withHostileQuery({ parameters }: Operation, good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> {
  const names = parameters.filter(isIn('query')).map(({ name }) => name);
  const known = fc
    .tuple(fc.constantFrom(...names, 'limit', '__proto__'), hostileText)
    .map(([name, text]) => asQuery({ [name]: text.slice(0, 3_000) }).slice(1));
  return fc.tuple(good, fc.oneof(known, hostileQuery), fc.boolean()).map(([probe, hostile, isAdded]) => {
    const [path = '', before] = probe.url.split('?');
    const search = isAdded && before !== undefined ? `${before}&${hostile}` : hostile;
    return { ...probe, what: 'hostile query', url: `${path}?${search}` };
  });
}

/** One field another thing than was asked for, or one more that nobody asked for. */
function withHostileField(operation: Operation): fc.Arbitrary<Probe> {
  const schema = operation.bodies?.[JSON_TYPE] ?? {};
  const shape = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties ?? {};
  const unasked = [
    'role',
    'status',
    'isActive',
    'user',
    '_id',
    'isOwner',
    'toJSON',
    'constructor',
    '__proto__',
  ];
  return fc
    .tuple(
      address(operation),
      jsonOf(operation),
      fc.constantFrom(...Object.keys(shape), ...unasked),
      hostileValue,
    )
    .map(([path, json, field, hostile]) => {
      const body = { ...(json as Fields | null) };
      // Assigned, `__proto__` would be no field.
      Object.defineProperty(body, field, { value: hostile, enumerable: true, configurable: true });
      return toProbe(`hostile ${field}`, operation, path, body);
    });
}

const withBody = (
  good: fc.Arbitrary<Probe>,
  bodies: fc.Arbitrary<Pick<Probe, 'what' | 'headers' | 'body'>>,
): fc.Arbitrary<Probe> => fc.tuple(good, bodies).map(([probe, body]) => ({ ...probe, ...body }));

const withWrongLength = (good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> =>
  fc.tuple(good, fc.constantFrom(-3, -1, 1, 50)).map(([probe, lengthError]) => ({
    ...probe,
    what: `content-length wrong by ${lengthError}`,
    headers: { 'content-type': JSON_TYPE },
    body: probe.body ?? '{"a":1}',
    lengthError,
  }));

const hostileHeaders: readonly Record<string, string>[] = [
  { cookie: 'minga_session=%E0%A4%A; minga_visitor=%' },
  { cookie: `minga_session=${'a'.repeat(43)}` },
  { cookie: 'a'.repeat(8_000) },
  { cookie: `${'a=b; '.repeat(500)}__proto__=x` },
  { 'x-forwarded-for': '1.2.3.4, evil, ::::, \u00ff' },
  { 'x-forwarded-for': '9'.repeat(3_000), 'x-forwarded-proto': 'ftp', 'x-forwarded-host': 'malo.example' },
  { forwarded: 'for=unknown;host=malo.example;proto=javascript' },
  { host: 'malo.example' },
  { host: '' },
  { accept: 'application/xml' },
  { 'accept-encoding': 'br;q=0, gzip;q=x, *;q=9, zstd' },
  { 'accept-language': '*;q=2,\u00ff' },
  { 'if-none-match': '*' },
  { 'if-none-match': `W/"${'x'.repeat(2_000)}"` },
  { 'if-modified-since': 'ayer' },
  { range: 'bytes=0-0,5-1,-' },
  { 'x-http-method-override': 'DELETE' },
  { authorization: 'Basic \u00ff:' },
  { origin: 'null' },
  { origin: 'http://[' },
  { 'sec-fetch-site': 'cross-site' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { 'user-agent': '\u00ff'.repeat(2_000) },
  { 'x-request-id': "'; drop table users; --" },
];

const withHostileHeader = (good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> =>
  fc.tuple(good, fc.constantFrom(...hostileHeaders)).map(([probe, headers]) => ({
    ...probe,
    what: `hostile ${Object.keys(headers).join(', ')}`,
    headers: { ...probe.headers, ...headers },
  }));
