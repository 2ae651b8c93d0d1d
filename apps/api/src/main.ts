import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from './app.ts';
import { isHoldingDeliveries } from './backup/outgoing.ts';
import { onStopSignal } from './command.ts';
import { fillDemo, NotEmptyError } from './demo/demo.ts';
import { ensureConfiguredSuperadmin, ensureLocalSuperadmin, hasLocalSuperadmin } from './first-superadmin.ts';
import { choosePort, listen, startupMessage } from './listen.ts';
import { webDist } from './paths.ts';
import { systemClock } from './platform/clock.ts';
import { openConnection } from './platform/database/connection.ts';
import { openDatabaseServer } from './platform/database/database-server.ts';
import { isDatabaseUnavailable } from './platform/database/errors.ts';
import { applyMigrations } from './platform/database/migrations.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { imageStoreProblem, prepareDataFolder } from './platform/images/store.ts';
import { createLog, faultText, type Logger } from './platform/log.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

/** The time for started requests and jobs to finish; closing the database takes the rest of the 10 s. */
const FINISH_MS = 6_500;
const CLOSE_MS = 500;
const DEADLINE_MS = 9_500;

/** The cleanups run in reverse order at exit, whether the start succeeded or not. */
const cleanups: (() => Promise<unknown>)[] = [];
const stopping = new AbortController();

await main();

async function main(): Promise<void> {
  try {
    const settings = readSettings(process.env);
    const log = createLog(settings.logLevel);
    onStopSignal(signal => {
      log.info({ signal }, 'stopping');
      // The process exits in time even if a step hangs. The next start joins an embedded database that is still running.
      setTimeout(() => process.exit(1), DEADLINE_MS).unref();
      stopping.abort();
    });
    // The process that reads the output may close it, which must not stop the server (pino does the same).
    process.stdout.on('error', () => undefined);
    await start(settings, log);
    await waitForStop();
    await end();
    log.info('stopped');
    process.exit(0);
  } catch (error) {
    await end();
    // A stop signal during the start is not a failure.
    if (error === stopping.signal.reason) process.exit(0);
    report(error);
    process.exit(1);
  }
}

async function start(settings: Settings, log: Logger): Promise<void> {
  const clock = systemClock;
  const database = await openDatabaseServer(settings, log);
  cleanups.push(() => database.stop());
  stopping.signal.throwIfAborted();
  await applyMigrations(database.url);
  await prepareDataFolder(settings, log);

  const connection = openConnection(database.url, error =>
    log.warn({ err: error }, 'an idle connection broke'),
  );
  cleanups.push(() => Promise.race([connection.close(), wait(CLOSE_MS)]));
  // The check never throws, and delays the start by no more than its timeout.
  const checkingStore = imageStoreProblem(settings);
  const port = await choosePort(settings);
  const publicUrl = settings.publicUrl ?? `http://localhost:${port}`;
  const parts = {
    settings,
    connection,
    databaseUrl: database.url,
    publicUrl,
    clock,
    log,
    webFolder: webDist,
    isHoldingDeliveries: await isHoldingDeliveries(connection.db),
  };
  const app = await createApp(parts);
  cleanups.push(() => Promise.race([app.stop(), wait(FINISH_MS)]));
  await ensureConfiguredSuperadmin(settings, connection.db, clock);
  stopping.signal.throwIfAborted();
  // The server listens before it creates an account with a generated password, since only this start can print the password.
  await listen(app.server, port, settings.host);
  const demo = process.argv.includes('--demo') ? await fillDemo(app, say, stopping.signal) : null;
  stopping.signal.throwIfAborted();
  await app.startJobs();
  stopping.signal.throwIfAborted();
  const superadmin = await ensureLocalSuperadmin(settings, publicUrl, connection.db, clock);
  const isLocalAccount = await hasLocalSuperadmin(connection.db);
  const storeProblem = await checkingStore;
  const found = { superadmin, isLocalAccount, isHolding: parts.isHoldingDeliveries, storeProblem, demo };
  process.stdout.write(startupMessage({ settings, publicUrl, ...found }));
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function waitForStop(): Promise<void> {
  return new Promise(resolve => {
    if (stopping.signal.aborted) resolve();
    else stopping.signal.addEventListener('abort', () => resolve());
  });
}

async function end(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup().catch(reportFault);
}

function report(error: unknown): void {
  const isExpected = [SettingError, StartProblem, NotEmptyError].some(kind => error instanceof kind);
  if (isExpected && error instanceof Error) printError(error.message);
  else if (isDatabaseUnavailable(error))
    printError('La base de datos dejó de responder mientras Minga arrancaba: vuelve a intentarlo.');
  else reportFault(error);
}

/** Prints an unexpected error, without the parameters of a failed query. */
function reportFault(error: unknown): void {
  printError(faultText(error));
}

function printError(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
