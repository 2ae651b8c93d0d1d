import type { Endpoint } from '@minga/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Call, contractCalls } from '../../../packages/contract/src/contract-calls.ts';
import { testApp } from '../test/app.ts';
import { englishWords } from '../test/english-words.ts';
import { signedIn } from '../test/factories.ts';
import { listenOnFreePort } from '../test/live-client.ts';

const app = await testApp();
const { db } = app.platform;

type Headers = Record<string, string>;
interface InvalidRequest {
  readonly label: string;
  readonly url: string;
  readonly headers?: Headers;
  readonly payload?: string;
}

const UNKNOWN = '01930000-0000-7000-8000-00000000000a';
const LONG = 'á'.repeat(5000);
const JSON_BODY: Headers = { 'content-type': 'application/json' };

/** Values that are invalid for nearly every field. */
const invalidValues = [null, true, 0.5, '', '\0', LONG, {}];

const fieldsOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'shape' in schema
    ? Object.keys(schema.shape as object)
    : [];

const urlOf = ({ path }: Endpoint, id = UNKNOWN) => `/api${path.replaceAll(/:\w+/g, id)}`;

function invalidUrls(endpoint: Endpoint): InvalidRequest[] {
  const ids = endpoint.path.includes(':')
    ? ['x', '%00', '%E0%A4%A', encodeURIComponent(LONG.slice(0, 150))]
    : [];
  const queries = [...fieldsOf(endpoint.query), 'limit', 'offset'].flatMap(name =>
    ['', 'x', '%00', '9'.repeat(400), `1&${name}=2`].map(value => `${name}=${value}`),
  );
  return [
    ...ids.map(id => ({ label: `id ${id}`, url: urlOf(endpoint, id) })),
    ...queries.map(query => ({ label: `?${query}`, url: `${urlOf(endpoint)}?${query}` })),
  ];
}

const FORM: Headers = { 'content-type': 'multipart/form-data; boundary=x' };
const END = '--x--\r\n';
const part = (name: string, text: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const file = (name: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nx\r\n`;

const invalidForms = (url: string): InvalidRequest[] =>
  Object.entries({
    'a truncated form': part('title', 'x'),
    'an oversized part': `${part('title', 'a'.repeat(100_001))}${END}`,
    'many parts': `${part('a', 'x').repeat(21)}${END}`,
    'a file in another field': `${file('video')}${END}`,
    'a file that is no image': `${file('image')}${END}`,
    'two files': `${file('image').repeat(2)}${END}`,
  }).map(([label, payload]) => ({ label, url, headers: FORM, payload }));

function invalidBodies(endpoint: Endpoint): InvalidRequest[] {
  const url = urlOf(endpoint);
  const asJson = (value: unknown): InvalidRequest => {
    const payload = JSON.stringify(value);
    return { label: payload.slice(0, 80), url, headers: JSON_BODY, payload };
  };
  return [
    ...[{}, null, [], 'x', 1].map(asJson),
    ...fieldsOf(endpoint.body).flatMap(field => invalidValues.map(value => asJson({ [field]: value }))),
    { label: 'no body', url },
    { label: 'an empty body as JSON', url, headers: JSON_BODY, payload: '' },
    { label: 'truncated JSON', url, headers: JSON_BODY, payload: '{"title":' },
    { label: '__proto__', url, headers: JSON_BODY, payload: '{"__proto__":{"a":1}}' },
    {
      label: 'an oversized body',
      url,
      headers: JSON_BODY,
      payload: JSON.stringify({ title: 'a'.repeat(200_000) }),
    },
    { label: 'text', url, headers: { 'content-type': 'text/plain' }, payload: 'x' },
    { label: 'XML', url, headers: { 'content-type': 'application/xml' }, payload: '<x/>' },
    { label: 'no media type', url, headers: { 'content-type': 'x' }, payload: 'x' },
    { label: 'no boundary', url, headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
    { label: 'a form', url, headers: FORM, payload: `${part('title', '')}${END}` },
    ...(endpoint.fileField === undefined ? [] : invalidForms(url)),
  ];
}

/** Returns the messages in a response. An error must have at least one. */
function sentencesOf(reply: LightMyRequestResponse): string[] {
  const body: unknown = reply.headers['content-type']?.toString().includes('json') ? reply.json() : {};
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : [];
  const sentences = Array.isArray(message) ? message : [message];
  if (reply.statusCode >= 400) expect(sentences).not.toEqual([]);
  return sentences;
}

/** Returns the fault of the response, a 5xx or a message that is not Spanish, or null. */
async function faultOf(
  { method }: Endpoint,
  { label, url, headers, payload }: InvalidRequest,
  session: Headers,
) {
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
  return reply.statusCode < 500 && isSpanish ? null : { label, status: reply.statusCode, sentences };
}

/** Opens a new session that is allowed to make the call; some calls end the session. */
async function sessionFor({ access }: Endpoint): Promise<Headers> {
  if (access === 'public') return {};
  const role = access === 'administration' ? 'admin' : access;
  return (await signedIn(db, role === 'session' ? {} : { role })).headers;
}

async function faultsOf(
  endpoint: Endpoint,
  requests: InvalidRequest[],
  sessionOf = () => sessionFor(endpoint),
) {
  const session = await sessionOf();
  const faults = [];
  for (const request of requests) faults.push(await faultOf(endpoint, request, session));
  return faults.filter(fault => fault !== null);
}

const name = ([call, { method, path }]: Call): string => `${call}: ${method} ${path}`;

describe.each(contractCalls.map(call => [name(call), call[1]] as const))('%s', (_name, endpoint) => {
  it('rejects an invalid URL in Spanish', async () => {
    expect(await faultsOf(endpoint, invalidUrls(endpoint))).toEqual([]);
  });

  it('rejects an invalid body in Spanish', async () => {
    if (endpoint.method !== 'GET') expect(await faultsOf(endpoint, invalidBodies(endpoint))).toEqual([]);
  });

  it('rejects callers without permission and unknown ids in Spanish', async () => {
    const plain: InvalidRequest[] = [{ label: 'a valid request', url: urlOf(endpoint) }];
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

describe('a request to no endpoint', () => {
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
  ] as const)('%s %s is rejected in Spanish', async (method, url) => {
    const reply = await app.inject({ method, url });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    const isJson = reply.headers['content-type']?.toString().includes('json');
    const text = isJson ? reply.json().message : reply.body.replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ');
    expect(englishWords([text].flat().join(' '))).toEqual([]);
  });

  it('is rejected in Spanish if Node cannot parse it', async () => {
    const reply = await fetch(`${await listenOnFreePort(app.server)}/api/tasks/${'x'.repeat(20_000)}`);
    const { message } = (await reply.json()) as { message: string };
    expect(englishWords(message)).toEqual([]);
  });
});
