import fc from 'fast-check';
import { hostileBody, hostileForm, JSON_TYPE } from './hostile-bodies.ts';
import { hostileQuery, hostileSegment, hostileText, hostileValue } from './hostile-values.ts';
import type { Operation, Parameter } from './operation.ts';
import type { Probe } from './probe.ts';
import { idSlot, valueFor } from './schema-arbitrary.ts';

type Fields = Record<string, unknown>;

/** Requests of one operation: some valid, most with one hostile part. */
export function probesOf(operation: Operation): fc.Arbitrary<Probe> {
  const valid = validProbe(operation);
  const kinds: fc.WeightedArbitrary<Probe>[] = [
    { arbitrary: valid, weight: 5 },
    { arbitrary: withHostileHeader(valid), weight: 1 },
    { arbitrary: withHostileQuery(operation, valid), weight: operation.method === 'GET' ? 3 : 1 },
  ];
  if (operation.path.includes('{')) kinds.push({ arbitrary: withHostileId(operation, valid), weight: 2 });
  if (operation.method === 'GET') return fc.oneof(...kinds);
  kinds.push({ arbitrary: withBody(valid, hostileBody), weight: operation.bodies === null ? 1 : 3 });
  kinds.push({ arbitrary: withWrongLength(valid), weight: 1 });
  if (operation.bodies !== null) kinds.push({ arbitrary: withHostileField(operation), weight: 6 });
  if (operation.bodies?.['multipart/form-data'] !== undefined)
    kinds.push({ arbitrary: withBody(valid, hostileForm), weight: 4 });
  return fc.oneof(...kinds);
}

const validProbe = (operation: Operation): fc.Arbitrary<Probe> =>
  fc
    .tuple(pathArbitrary(operation), queryArbitrary(operation), jsonOf(operation))
    .map(([path, search, json]) => toProbe('as described', operation, path + search, json));

function toProbe(label: string, { method }: Operation, url: string, json: unknown): Probe {
  const isEmpty = json === undefined;
  return {
    label,
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

const isLocatedIn = (location: Parameter['in']) => (parameter: Parameter) => parameter.in === location;

const pathArbitrary = ({ path, parameters }: Operation): fc.Arbitrary<string> =>
  fc
    .tuple(...parameters.filter(isLocatedIn('path')).map(({ name }) => idSlot(path, name)))
    .map(ids => ids.reduce((url, id) => url.replace(/\{\w+\}/, id), `/api${path}`));

function withHostileId(operation: Operation, good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> {
  return fc.tuple(good, hostileSegment).map(([probe, segment]) => ({
    ...probe,
    label: 'hostile id',
    url: `/api${operation.path.replace(/\{\w+\}/, () => segment)}`,
  }));
}

const queryArbitrary = ({ parameters }: Operation): fc.Arbitrary<string> => {
  const named = parameters.filter(isLocatedIn('query'));
  const values = Object.fromEntries(named.map(({ name, schema }) => [name, valueFor(schema, name)]));
  const requiredKeys = named.filter(({ required }) => required).map(({ name }) => name);
  return fc.record<Fields>(values, { requiredKeys }).map(asQuery);
};

function asQuery(values: Fields): string {
  // A lone surrogate is escaped by hand, since encodeURIComponent throws on it.
  const escaped = (value: unknown) =>
    encodeURIComponent(String(value).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
  const text = Object.entries(values).map(([name, value]) => `${name}=${escaped(value)}`);
  return text.length === 0 ? '' : `?${text.join('&')}`;
}

function withHostileQuery({ parameters }: Operation, good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> {
  const names = parameters.filter(isLocatedIn('query')).map(({ name }) => name);
  const known = fc
    .tuple(fc.constantFrom(...names, 'limit', '__proto__'), hostileText)
    .map(([name, text]) => asQuery({ [name]: text.slice(0, 3_000) }).slice(1));
  return fc.tuple(good, fc.oneof(known, hostileQuery), fc.boolean()).map(([probe, hostile, isAppended]) => {
    const [path = '', existing] = probe.url.split('?');
    const search = isAppended && existing !== undefined ? `${existing}&${hostile}` : hostile;
    return { ...probe, label: 'hostile query', url: `${path}?${search}` };
  });
}

/** A known field with a hostile value, or a field that the schema does not have. */
function withHostileField(operation: Operation): fc.Arbitrary<Probe> {
  const schema = operation.bodies?.[JSON_TYPE] ?? {};
  const shape = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties ?? {};
  const unknownFields = [
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
      pathArbitrary(operation),
      jsonOf(operation),
      fc.constantFrom(...Object.keys(shape), ...unknownFields),
      hostileValue,
    )
    .map(([path, json, field, hostile]) => {
      const body = { ...(json as Fields | null) };
      // An assignment to `__proto__` would set the prototype instead of a field.
      Object.defineProperty(body, field, { value: hostile, enumerable: true, configurable: true });
      return toProbe(`hostile ${field}`, operation, path, body);
    });
}

const withBody = (
  good: fc.Arbitrary<Probe>,
  bodies: fc.Arbitrary<Pick<Probe, 'label' | 'headers' | 'body'>>,
): fc.Arbitrary<Probe> => fc.tuple(good, bodies).map(([probe, body]) => ({ ...probe, ...body }));

const withWrongLength = (good: fc.Arbitrary<Probe>): fc.Arbitrary<Probe> =>
  fc.tuple(good, fc.constantFrom(-3, -1, 1, 50)).map(([probe, lengthError]) => ({
    ...probe,
    label: `content-length wrong by ${lengthError}`,
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
    label: `hostile ${Object.keys(headers).join(', ')}`,
    headers: { ...probe.headers, ...headers },
  }));
