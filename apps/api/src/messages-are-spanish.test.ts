import type { Endpoint } from '@minga/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { type Call, contractCalls } from '../test/contract-calls.ts';
import { englishWords } from '../test/english-words.ts';
import { signedIn } from '../test/factories.ts';
import { listenOnFreePort } from '../test/live-client.ts';

const app = await testApp();
const { db } = app.platform;

type Headers = Record<string, string>;
interface Asked {
  readonly what: string;
  readonly url: string;
  readonly headers?: Headers;
  readonly payload?: string;
}

const UNKNOWN = '01930000-0000-7000-8000-00000000000a';
const LONG = 'á'.repeat(5000);
const JSON_BODY: Headers = { 'content-type': 'application/json' };

/** What a field may be sent as, wrong nearly everywhere. */
const wrongValues = [null, true, 0.5, '', '\0', LONG, {}];

const fieldsOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'shape' in schema
    ? Object.keys(schema.shape as object)
    : [];

const urlOf = ({ path }: Endpoint, id = UNKNOWN) => `/api${path.replaceAll(/:\w+/g, id)}`;

function wrongAddresses(endpoint: Endpoint): Asked[] {
  const ids = endpoint.path.includes(':')
    ? ['x', '%00', '%E0%A4%A', encodeURIComponent(LONG.slice(0, 150))]
    : [];
  const queries = [...fieldsOf(endpoint.query), 'limit', 'offset'].flatMap(name =>
    ['', 'x', '%00', '9'.repeat(400), `1&${name}=2`].map(value => `${name}=${value}`),
  );
  return [
    ...ids.map(id => ({ what: `id ${id}`, url: urlOf(endpoint, id) })),
    ...queries.map(query => ({ what: `?${query}`, url: `${urlOf(endpoint)}?${query}` })),
  ];
}

const FORM: Headers = { 'content-type': 'multipart/form-data; boundary=x' };
const END = '--x--\r\n';
const part = (name: string, text: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const file = (name: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nx\r\n`;

const wrongForms = (url: string): Asked[] =>
  Object.entries({
    'half a form': part('title', 'x'),
    'too long a part': `${part('title', 'a'.repeat(100_001))}${END}`,
    'many parts': `${part('a', 'x').repeat(21)}${END}`,
    'another file': `${file('video')}${END}`,
    'no picture': `${file('image')}${END}`,
    'two files': `${file('image').repeat(2)}${END}`,
  }).map(([what, payload]) => ({ what, url, headers: FORM, payload }));

function wrongBodies(endpoint: Endpoint): Asked[] {
  const url = urlOf(endpoint);
  const asJson = (value: unknown): Asked => {
    const payload = JSON.stringify(value);
    return { what: payload.slice(0, 80), url, headers: JSON_BODY, payload };
  };
  return [
    ...[{}, null, [], 'x', 1].map(asJson),
    ...fieldsOf(endpoint.body).flatMap(field => wrongValues.map(value => asJson({ [field]: value }))),
    { what: 'nothing', url },
    { what: 'nothing as JSON', url, headers: JSON_BODY, payload: '' },
    { what: 'half a JSON', url, headers: JSON_BODY, payload: '{"title":' },
    { what: '__proto__', url, headers: JSON_BODY, payload: '{"__proto__":{"a":1}}' },
    { what: 'too much', url, headers: JSON_BODY, payload: JSON.stringify({ title: 'a'.repeat(200_000) }) },
    { what: 'text', url, headers: { 'content-type': 'text/plain' }, payload: 'x' },
    { what: 'XML', url, headers: { 'content-type': 'application/xml' }, payload: '<x/>' },
    { what: 'no media type', url, headers: { 'content-type': 'x' }, payload: 'x' },
    { what: 'no boundary', url, headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
    { what: 'a form', url, headers: FORM, payload: `${part('title', '')}${END}` },
    ...(endpoint.fileField === undefined ? [] : wrongForms(url)),
  ];
}

/** The sentences for people in a reply; none in what is no error and says nothing. */
function sentencesOf(reply: LightMyRequestResponse): string[] {
  const body: unknown = reply.headers['content-type']?.toString().includes('json') ? reply.json() : {};
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : [];
  const sentences = Array.isArray(message) ? message : [message];
  if (reply.statusCode >= 400) expect(sentences).not.toEqual([]);
  return sentences;
}

/** What is English in the reply to it, or wrong otherwise; null where nothing is. */
async function faultOf({ method }: Endpoint, { what, url, headers, payload }: Asked, session: Headers) {
  const reply = await app.inject({
    method,
    url,
    headers: { ...headers, ...session },
    ...(payload !== undefined && { payload }),
  });
  const sentences = sentencesOf(reply);
  const isSpanish = sentences.every(
    sentence => /^[\p{Lu}¡¿«]/u.test(sentence) && englishWords(sentence).length === 0,
  );
  return reply.statusCode < 500 && isSpanish ? null : { what, status: reply.statusCode, sentences };
}

/** Who may make the call, anew each time: some calls end the session. */
async function sessionFor({ access }: Endpoint): Promise<Headers> {
  if (access === 'public') return {};
  const role = access === 'administration' ? 'admin' : access;
  return (await signedIn(db, role === 'session' ? {} : { role })).headers;
}

async function faultsOf(endpoint: Endpoint, asked: Asked[], sessionOf = () => sessionFor(endpoint)) {
  const session = await sessionOf();
  const faults = [];
  for (const request of asked) faults.push(await faultOf(endpoint, request, session));
  return faults.filter(fault => fault !== null);
}

const name = ([call, { method, path }]: Call): string => `${call}: ${method} ${path}`;

describe.each(contractCalls.map(call => [name(call), call[1]] as const))('%s', (_name, endpoint) => {
  it('refuses a wrong address in Spanish', async () => {
    expect(await faultsOf(endpoint, wrongAddresses(endpoint))).toEqual([]);
  });

  it('refuses a wrong body in Spanish', async () => {
    if (endpoint.method !== 'GET') expect(await faultsOf(endpoint, wrongBodies(endpoint))).toEqual([]);
  });

  it('refuses who may not, and does not know what is not there, in Spanish', async () => {
    const plain: Asked[] = [{ what: 'as it should be', url: urlOf(endpoint) }];
    for (const sessionOf of [
      async () => ({}),
      async () => ({ cookie: 'minga_session=ninguna' }),
      async () => (await signedIn(db)).headers,
      async () => (await signedIn(db, { role: 'admin' })).headers,
      async () => ({ origin: 'https://malo.example' }),
    ]) {
      expect(await faultsOf(endpoint, plain, sessionOf)).toEqual([]);
    }
  });
});

describe('what is no call', () => {
  it.each([
    ['GET', '/api/nada'],
    ['POST', '/api/nada'],
    ['PUT', '/api/auth/login'],
    ['OPTIONS', '/api/tasks'],
    ['POST', '/'],
    ['DELETE', '/actividades'],
    ['GET', '/api/%'],
    ['GET', `/api/${'a'.repeat(300)}`],
    ['GET', '/images/ninguna.webp'],
    ['GET', '/assets/ninguno.js'],
  ] as const)('%s %s is refused in Spanish', async (method, url) => {
    const reply = await app.inject({ method, url });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    const isJson = reply.headers['content-type']?.toString().includes('json');
    const told = isJson ? reply.json().message : reply.body.replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ');
    expect(englishWords([told].flat().join(' '))).toEqual([]);
  });

  it('is refused in Spanish where Node itself cannot read it', async () => {
    const reply = await fetch(`${await listenOnFreePort(app.server)}/api/tasks/${'x'.repeat(20_000)}`);
    const { message } = (await reply.json()) as { message: string };
    expect(englishWords(message)).toEqual([]);
  });
});
