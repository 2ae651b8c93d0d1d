import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { webhookEvents } from '@minga/contract/webhooks';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contractCalls } from '../../../../../packages/contract/src/contract-calls.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { listenOnFreePort } from '../../../test/live-client.ts';
import { errorOf } from '../../../test/requests.ts';
import { postponedWork } from '../jobs/schema.ts';
import { createLog } from '../log.ts';
import { logRequests, SLOW_MS } from './server.ts';

describe('server', async () => {
  /** Every call of the contract in OpenAPI's notation. */
  const expected = contractCalls.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`);

  const app = await testApp();
  const origin = await listenOnFreePort(app.server);
  const broken = await testApp();
  const unwritableDatabase = await testDatabase();
  const unwritable = await testApp({}, unwritableDatabase);
  const homeless = await testApp({ DATA_DIR: '/nonexistent/minga' }, unwritableDatabase);
  const withoutFiles = await testApp({ DATA_DIR: '/proc' }, unwritableDatabase);
  const secure = await testApp({ PUBLIC_URL: 'https://minga.example.org', RATE_LIMIT_FACTOR: '1' });

  const hash = (script: string) => createHash('sha256').update(script).digest('base64');

  const unknownId = '0197a000-0000-7000-8000-000000000000';

  /** Parses the routes from the tree that the router prints, which has one node of the paths per line. */
  function printedRoutes(tree: string): { template: string; methods: string[]; pattern: RegExp }[] {
    const parts: string[] = [];
    return tree.split('\n').flatMap(line => {
      const [, indent = '', part, methods] = /^([ │]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (part === undefined) return [];
      const depth = indent.length / 4;
      parts.splice(depth, Number.POSITIVE_INFINITY, part);
      if (methods === undefined) return [];
      // Parameters of several paths at the same position are printed as ':id|:slug'.
      const template = parts.join('').replaceAll(/\|:\w+/g, '');
      const pattern = template
        .replaceAll('.', String.raw`\.`)
        .replaceAll(/:\w+/g, '[^/]+')
        .replaceAll('*', '.*');
      return [{ template, methods: methods.split(', '), pattern: new RegExp(`^${pattern}$`) }];
    });
  }

  const logout = (headers: Record<string, string>, target = app) =>
    target.inject({ method: 'POST', url: '/api/auth/logout', headers });

  describe('the origin of unsafe methods', () => {
    it.each([
      ['no header', {}, 204],
      ['the own origin', { origin: 'http://localhost:3000' }, 204],
      ['127.0.0.1 for localhost', { origin: 'http://127.0.0.1:3000' }, 204],
      ['same-origin', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, 204],
      ['a foreign origin', { origin: 'https://malo.example' }, 403],
      ['another port', { origin: 'http://localhost:3001' }, 403],
      ['another scheme', { origin: 'https://localhost:3000' }, 403],
      ['an opaque origin', { origin: 'null' }, 403],
      ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ])('%s: %s → %i', async (_name, headers, status) => {
      expect((await logout(headers as Record<string, string>)).statusCode).toBe(status);
    });

    it('is not checked for safe methods', async () => {
      const reply = await app.inject({
        url: '/api/auth/verify',
        headers: { origin: 'https://malo.example' },
      });
      expect(reply.statusCode).toBe(200);
    });

    it('must be the public one in production', async () => {
      expect((await logout({ origin: 'https://minga.example.org' }, secure)).statusCode).toBe(204);
      expect(errorOf(await logout({ origin: 'http://localhost:3000' }, secure))).toMatchObject({
        status: 403,
        code: 'FOREIGN_ORIGIN',
      });
    });
  });

  describe('reading from other sites', () => {
    const unknown = unknownId;
    const open: readonly (readonly [url: string, status: number])[] = [
      ...['rss', 'json', 'ics'].flatMap(format => [
        [`/actividades.${format}`, 200] as const,
        [`/api/tasks/feed.${format}?q=agua`, 200] as const,
        [`/actividades.${format}?date=ayer`, 400] as const,
        [`/colectivos/nadie.${format}`, 404] as const,
      ]),
      [`/actividades/${unknown}.ics`, 404],
      ['/api/tasks/search', 200],
      ['/api/tasks/search?limit=0', 400],
      [`/api/tasks/${unknown}`, 404],
      ['/api/oembed?url=x', 400],
      ['/api/docs/openapi.json', 200],
    ];
    const page = { origin: 'https://otro.example' };

    it.each(open)('is allowed without credentials: %s', async (url, status) => {
      // The second response of a search comes from the cache.
      for (const method of ['GET', 'GET', 'HEAD'] as const) {
        const { headers, statusCode } = await app.inject({ method, url, headers: page });
        expect([statusCode, headers['access-control-allow-origin']]).toEqual([status, '*']);
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
      const ask = {
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      };
      const preflight = await app.inject({ method: 'OPTIONS', url, headers: { ...page, ...ask } });
      expect([preflight.statusCode, preflight.body]).toEqual([204, '']);
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': expect.not.stringMatching(/authorization|cookie|\*/i),
      });
      expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    });

    it('is allowed nowhere else', async () => {
      const isOpen = ({ method, path }: { method: string; path: string }) =>
        method === 'GET' && (path === '/tasks/search' || path === '/tasks/:id');
      const pages = [
        '/',
        '/actividades',
        '/robots.txt',
        '/healthz',
        '/metrics',
        '/api/docs/',
        '/correo-local',
      ];
      const calls = [
        ...contractCalls.map(([, call]) => call).filter(call => !isOpen(call)),
        ...pages.map(path => ({ method: 'GET' as const, path: `/..${path}` })),
      ];
      expect(calls.length).toBeGreaterThan(150);
      for (const { method, path } of calls) {
        const url = `/api${path.replaceAll(/:\w+/g, unknown)}`.replace('/api/..', '');
        const { headers } = await app.inject({ method, url, headers: page });
        expect({ method, path, allowed: headers['access-control-allow-origin'] }).toEqual({ method, path });
      }
      const { headers } = await app.inject({
        method: 'OPTIONS',
        url: '/api/auth/me',
        headers: { ...page, 'access-control-request-method': 'GET' },
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    });
  });

  describe('headers', () => {
    it('allow only the inline scripts of the documents, and no frames', async () => {
      const { headers } = await app.inject({ url: '/' });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(
        `script-src 'self' 'sha256-${hash('document.documentElement.dataset.ready = "";')}';`,
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['strict-transport-security']).toBeUndefined();
    });

    it('require HTTPS where it is used, and the cookie is __Host-', async () => {
      const { headers } = await secure.inject({ url: '/' });
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
      const { cookies } = await logout({}, secure);
      expect(cookies[0]).toMatchObject({ name: '__Host-minga_session', secure: true, path: '/' });
    });

    it('prevent caching of API responses', async () => {
      const { headers } = await app.inject({ url: '/api/auth/verify' });
      expect(headers['cache-control']).toBe('no-store');
    });
  });

  describe('the methods of a path', () => {
    const METHODS = [
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
    ] as const;
    const routes = printedRoutes(app.server.printRoutes());
    const allowedAt = (url: string) =>
      [
        ...new Set(routes.filter(({ pattern }) => pattern.test(url)).flatMap(({ methods }) => methods)),
      ].sort();
    const urls = [...new Set(routes.map(({ template }) => template.replaceAll(/:\w+|\*/g, unknownId)))];

    it('are those of its routes; another one is 405 with Allow, in the form of errors', async () => {
      expect(urls.length).toBeGreaterThan(200);
      for (const url of urls) {
        const allowed = allowedAt(url);
        for (const method of METHODS.filter(one => !allowed.includes(one))) {
          const reply = await app.inject({ method, url: `${url}?a=b` });
          const seen = { url, method, status: reply.statusCode, allow: reply.headers.allow };
          expect(seen).toEqual({ url, method, status: 405, allow: allowed.join(', ') });
          if (method !== 'HEAD') expect(errorOf(reply).code).toBe('METHOD_NOT_ALLOWED');
        }
      }
    });

    it('do not exist at an unknown path, which is 404 with each', async () => {
      for (const url of ['/api/nada', '/nada', '/api/tasks/a/nada', '/sitemap-1.txt'])
        for (const method of METHODS) {
          const { statusCode, headers } = await app.inject({ method, url });
          expect([url, method, statusCode, headers.allow]).toEqual([url, method, 404, undefined]);
        }
    });

    it('include HEAD where pages redirect', async () => {
      for (const url of ['/actividades/', '/ACTIVIDADES', '/actividades).']) {
        const { statusCode, headers } = await app.inject({ method: 'HEAD', url });
        expect([url, statusCode, headers.location]).toEqual([url, 308, '/actividades']);
      }
    });
  });

  describe('errors', () => {
    it('of unknown calls are 404 with a code', async () => {
      expect(errorOf(await app.inject({ url: '/api/nada' }))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: 'No existe esta dirección',
      });
    });

    it('of faults reveal only the request’s id', async () => {
      await broken.platform.db.execute('drop table activities cascade');
      const reply = await broken.inject({ url: '/api/tasks/search' });
      expect(errorOf(reply)).toEqual({
        status: 500,
        code: 'INTERNAL',
        message: 'Algo falló de nuestro lado. Ya quedó registrado; intenta de nuevo.',
      });
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('of requests that Node rejects are in Spanish', async () => {
      const reply = await fetch(`${origin}/api/tasks/${'x'.repeat(20_000)}`);
      expect([reply.status, await reply.json()]).toEqual([
        431,
        { message: 'La dirección o las cabeceras de la solicitud son demasiado largas', code: 'VALIDATION' },
      ]);
    });

    it('of raw bytes in a path reach a client that still sends', async () => {
      const { port, hostname } = new URL(origin);
      // The half-open client continues to send after the server has closed its side.
      const client = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      const head =
        'PUT /api/tasks/\xe9\xff/memory HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4194304\r\n\r\n';
      client.write(head, 'latin1');
      const [response] = await once(client, 'data');
      expect(String(response)).toMatch(/^HTTP\/1\.1 400 .*"No entendimos lo que enviaste"/s);
      // These writes would fail after a reset.
      for (let sent = 0; sent < 64; sent += 1)
        await new Promise<void>((resolve, reject) => {
          client.write(Buffer.alloc(65_536), error => (error ? reject(error) : resolve()));
        });
      client.end();
      await once(client, 'close');
    });

    it('of raw bytes follow the responses to the requests before them', async () => {
      const { port, hostname } = new URL(origin);
      const client = connect({ port: Number(port), host: hostname });
      const verify = 'GET /api/auth/verify HTTP/1.1\r\nhost: localhost\r\n\r\n';
      client.write(`${verify}${verify}GET /\xe9\xff HTTP/1.1\r\nhost: localhost\r\n\r\n`, 'latin1');
      const received = await text(client);
      expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
    });

    it('of a malformed URL are 400, not 500', async () => {
      expect(errorOf(await app.inject({ url: '/api/tasks/%E0%A4%A' }))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: ['No entendimos lo que enviaste'],
      });
    });
  });

  describe('health and reference', () => {
    it('responds while the database does', async () => {
      expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    });

    describe('while nothing can be written', () => {
      const unavailable = {
        status: 503,
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/no está disponible/),
      };
      /** Sets whether new transactions may write, for open connections too. */
      async function setReadOnly(isReadOnly: boolean): Promise<void> {
        const admin = new pg.Client(unwritableDatabase.url);
        await admin.connect();
        const name = admin.escapeIdentifier(new URL(unwritableDatabase.url).pathname.slice(1));
        await admin.query('set default_transaction_read_only = off');
        await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
        await admin.end();
      }

      // docs/rules.md R8.3
      it('in a database that is read-only the process is alive and not ready, until it is writable again', async () => {
        await setReadOnly(true);
        const refused = await unwritable.inject('/readyz');
        expect(errorOf(refused)).toEqual(unavailable);
        expect(refused.headers['retry-after']).toBeDefined();
        expect((await unwritable.inject('/healthz')).statusCode).toBe(200);
        await setReadOnly(false);
        // The pool may detect a terminated connection only when it uses it.
        await expect.poll(async () => (await unwritable.inject('/readyz')).statusCode).toBe(200);
        expect(await unwritable.platform.db.$count(postponedWork)).toBe(0);
      });

      it('in a data folder that is gone, or that takes no files, is not ready', async () => {
        for (const folder of [homeless, withoutFiles]) {
          expect(errorOf(await folder.inject('/readyz'))).toEqual(unavailable);
          expect((await folder.inject('/api/tasks/search')).statusCode).toBe(200);
        }
      });

      it('leaves no file, and makes one check for requests that arrive together', async () => {
        const replies = await Promise.all(Array.from({ length: 20 }, () => unwritable.inject('/readyz')));
        expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
        expect(await readdir(join(unwritable.platform.settings.dataDir, 'images'))).toEqual([]);
      });
    });

    it('describes every call of the contract in OpenAPI 3.1', async () => {
      const document = (await app.inject({ url: '/api/docs/openapi.json' })).json();
      expect(document.openapi).toMatch(/^3\.1/);
      const found = Object.entries(document.paths).flatMap(([path, calls]) =>
        Object.keys(calls as object).map(
          method => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
        ),
      );
      expect(found.sort()).toEqual(expected.sort());
      const { requestBody, responses } = document.paths['/tasks'].post;
      expect(Object.keys(requestBody.content)).toEqual(['application/json', 'multipart/form-data']);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '4XX']));
      expect((await app.inject({ url: '/api/docs/' })).statusCode).toBe(200);
    });

    it('passes the strict rules of an OpenAPI linter', async () => {
      const { body: source } = await app.inject({ url: '/api/docs/openapi.json' });
      const config = await createConfig({
        extends: ['recommended-strict'],
        rules: {
          'info-contact': 'error',
          'operation-tag-defined': 'error',
          // Tags need no description, since their names are whole words.
          'tag-description': 'off',
          // Paths are not ambiguous, since an id is a UUID: '/admin/legal/deactivate' never matches '/admin/{id}/deactivate'.
          'no-ambiguous-paths': 'off',
        },
      });
      const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
      expect(
        problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      ).toEqual([]);
    });

    it('names operations and schemas, and describes security, success and webhooks', async () => {
      const document = (await app.inject({ url: '/api/docs/openapi.json' })).json();
      const operations = Object.values<Record<string, Record<string, object>>>(document.paths).flatMap(path =>
        Object.values(path),
      );
      const ids = operations.map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(contractCalls.length);
      expect(ids).not.toContain(undefined);
      expect(
        operations.filter(({ responses = {} }) => !Object.keys(responses).some(key => key.startsWith('2'))),
      ).toEqual([]);
      expect(operations.filter(({ security }) => security === undefined)).toEqual([]);
      const templates = Object.keys(document.paths).map(path => path.replaceAll(/\{\w+\}/g, '{}'));
      expect(new Set(templates).size).toBe(templates.length);
      for (const [path, calls] of Object.entries<Record<string, { parameters?: object[] }>>(document.paths))
        for (const { parameters = [] } of Object.values(calls)) {
          const named = parameters.filter(parameter => 'in' in parameter && parameter.in === 'path');
          expect(named.map(parameter => 'name' in parameter && `{${parameter.name}}`).sort()).toEqual(
            (path.match(/\{\w+\}/g) ?? []).sort(),
          );
        }
      const text = JSON.stringify(document);
      const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, name]) => name));
      const schemas = Object.keys(document.components.schemas).map(name => `#/components/schemas/${name}`);
      expect([...references].sort()).toEqual(schemas.sort());
      expect(schemas).toEqual(
        expect.arrayContaining(['#/components/schemas/Activity', '#/components/schemas/Error']),
      );
      expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['session', 'token']);
      expect(Object.keys(document.webhooks)).toEqual([...webhookEvents, 'ping']);
    });
  });
});

describe('request log', () => {
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
  app.get('/estoy/:code', async () => 'ok');
  app.get('/api/calendario/:secret.ics', async () => 'ok');
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
          level: 30,
          time: expect.any(String),
          reqId: 'the-request',
          method: 'GET',
          route: '/api/tasks/:id',
          path: '/api/tasks/7',
          status: 200,
          milliseconds: 12,
          msg: 'answered',
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
      '/estoy/secreto',
      '/estoy/secreto/',
      '/ESTOY/secreto?x=secreto',
      '//estoy//secreto/otro',
      '/esto%79/secreto',
      '//%65%73toy/secreto/otro',
      '/%45STOY/%73ecreto',
      '/estoy%2Fsecreto',
      '/estoy%252fsecreto',
      '/estoy%5csecreto',
      '/./estoy/secreto',
      '/actividades/../estoy/secreto',
      '/api/calendario/secreto.ics',
      '/api//CALENDARIO//secreto.ics?x=secreto',
      '/api/calend%61rio%2fsecreto.ics',
      '/api/calendario%252Fsecreto.ics',
    ])('of %s has no code', async url => {
      await app.inject({ url });
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).not.toMatch(/secreto|%73ecreto/);
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
});
