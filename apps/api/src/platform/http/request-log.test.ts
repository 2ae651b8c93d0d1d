import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { logRequests, SLOW_MS } from './request-log.ts';

let lines: Record<string, unknown>[] = [];
const log: FastifyBaseLogger = createLog('debug', { write: line => void lines.push(JSON.parse(line)) });
const app = fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => 'the-request',
});
app.decorateRequest('isMultipart', function isMultipart() {
  return this.headers['content-type']?.startsWith('multipart/') === true;
});
logRequests(app);
let elapsed = 12.4;
app.addHook('onRequest', async (_request, reply) => {
  vi.spyOn(reply, 'elapsedTime', 'get').mockImplementation(() => elapsed);
});
app.get('/api/tasks/:id', async () => 'ok');
app.post('/api/tasks', async () => 'ok');
app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
app.get('/actividades/:id', async () => 'ok');
app.get('/llegada/:code', async () => 'ok');
afterAll(() => app.close());

beforeEach(() => {
  lines = [];
  elapsed = 12.4;
});

describe('the log line of a request', () => {
  it('contains id, method, template, path, status and milliseconds, without query, headers and body', async () => {
    const headers = { cookie: 'minga_session=secreto', authorization: 'Bearer secreto' };
    await app.inject({ url: '/api/tasks/7?token=secreto&email=luz@example.org', headers });
    expect(lines).toEqual([
      {
        ...{ level: 30, time: expect.any(String), reqId: 'the-request', method: 'GET' },
        ...{ route: '/api/tasks/:id', path: '/api/tasks/7', status: 200, milliseconds: 12, msg: 'answered' },
      },
    ]);
  });

  it('has no template without a route', async () => {
    await app.inject({ url: '/api/nada' });
    expect(lines.at(-1)).toMatchObject({ path: '/api/nada', status: 404 });
    expect(lines.at(-1)).not.toHaveProperty('route');
  });

  it('of a page is at level debug', async () => {
    await app.inject({ url: '/actividades/7' });
    expect(lines).toMatchObject([{ level: 20, route: '/actividades/:id' }]);
  });

  it.each([
    '/llegada/secreto',
    '/llegada/secreto/',
    '//llegada//secreto?x=secreto',
    '/LLEGADA/secreto/otro',
    '/llegad%61/secreto',
  ])('of %s has no code', async url => {
    await app.inject({ url });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('secreto');
  });

  it('of a slow call is a warning, except for an upload', async () => {
    elapsed = SLOW_MS;
    await app.inject({ url: '/api/tasks/7' });
    await app.inject({
      method: 'POST',
      url: '/api/tasks',
      headers: { 'content-type': 'multipart/form-data' },
      payload: 'x',
    });
    expect(lines).toMatchObject([
      { level: 40, msg: 'answered slowly', milliseconds: SLOW_MS },
      { level: 30, msg: 'answered' },
    ]);
  });
});
