import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, TestRunner } from 'vitest';
import { type App, type AppParts, createApp } from '../src/app.ts';
import { isHoldingDeliveries } from '../src/backup/outgoing.ts';
import { createLog } from '../src/platform/log.ts';
import { readSettings } from '../src/settings.ts';
import { type TestDatabase, testDatabase } from './database.ts';

/** Saturday noon in Popayán, two weeks before the activities of the factories. */
export const NOON = new Date('2026-11-21T17:00:00.000Z');

type Headers = Record<string, string>;
type Send = (url: string, payload?: object | string, headers?: Headers) => Promise<LightMyRequestResponse>;

export interface TestApp extends App {
  readonly get: (url: string, headers?: Headers) => Promise<LightMyRequestResponse>;
  readonly delete: (url: string, headers?: Headers) => Promise<LightMyRequestResponse>;
  readonly post: Send;
  readonly put: Send;
  readonly patch: Send;
  readonly inject: FastifyInstance['inject'];
  /** Sets the app's clock. */
  setNow(now: Date): void;
}

/**
 * The complete app on its own database, without rate limits unless `environment` sets them; jobs run only when started. Two apps on
 * one `shared` database simulate two processes. `webFolder` is the built web app, a small one by default; `parts` replaces parts of the app. Everything is removed after the
 * file's last test.
 */
export async function testApp(
  environment: Record<string, string> = {},
  shared?: TestDatabase,
  webFolder = fileURLToPath(new URL('./web', import.meta.url)),
  parts: Pick<AppParts, 'reasons'> = {},
): Promise<TestApp> {
  if (TestRunner.getCurrentTest() !== undefined)
    throw new Error('testApp() must not be called within a test, since it is removed after the file');
  const database = shared ?? (await testDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'minga-app-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  let now = NOON;
  const app = await createApp({
    settings,
    connection: database.connection,
    databaseUrl: database.url,
    publicUrl: settings.publicUrl ?? 'http://localhost:3000',
    clock: () => now,
    log: createLog(settings.logLevel),
    webFolder,
    // Some tests have no database that responds.
    ...parts,
    isHoldingDeliveries: await isHoldingDeliveries(database.connection.db).catch(() => false),
  });
  await app.server.ready();
  afterAll(async () => {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const send =
    (method: 'POST' | 'PUT' | 'PATCH'): Send =>
    (url, payload, headers = {}) =>
      app.server.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return {
    ...app,
    get: (url, headers = {}) => app.server.inject({ url, headers }),
    delete: (url, headers = {}) => app.server.inject({ method: 'DELETE', url, headers }),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    inject: app.server.inject.bind(app.server) as FastifyInstance['inject'],
    setNow: time => {
      now = time;
    },
  };
}

type Environments = readonly Record<string, string>[];

/** Apps that stand for processes on one database, one for each environment. `setNow` sets all their clocks. */
export async function testApps<const Each extends Environments>(...environments: Each) {
  const database = await testDatabase();
  const apps: TestApp[] = [];
  for (const environment of environments) apps.push(await testApp(environment, database));
  return {
    apps: apps as { [Index in keyof Each]: TestApp },
    database,
    db: database.connection.db,
    setNow: (now: Date): void => {
      for (const app of apps) app.setNow(now);
    },
  };
}
