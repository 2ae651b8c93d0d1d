import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { stderr, stdout } from 'node:process';
import { type Connection, openConnection } from './platform/database/connection.ts';
import { openDatabaseServer } from './platform/database/database-server.ts';
import { applyMigrations } from './platform/database/migrations.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { createLog, faultText, type Logger } from './platform/log.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

/** As operators type a command: with the `minga` of deploy/ where docs/running.md put it, with npm elsewhere. */
export const operatorCommand = (command: string): string =>
  `${existsSync('/usr/local/bin/minga') ? 'sudo minga' : 'npm run'} ${command}`;

/** Runs a command-line command and exits: prints the result of `work`, or its error as one sentence. */
export async function runCommand(work: (settings: Settings) => Promise<string>): Promise<never> {
  try {
    stdout.write(`${await work(readSettings(process.env))}\n`);
    process.exit(0);
  } catch (error) {
    const isExpected = error instanceof SettingError || error instanceof StartProblem;
    stderr.write(`${isExpected ? error.message : faultText(error)}\n`);
    process.exit(1);
  }
}

/** Runs `work` on the settings' database after applying the migrations. */
export async function onDatabase<Result>(
  settings: Settings,
  work: (db: Connection['db']) => Promise<Result>,
): Promise<Result> {
  return onDatabaseServer(settings, async (url, log) => {
    await applyMigrations(url);
    const connection = openConnection(url, error => log.warn({ err: error }, 'an idle connection broke'));
    const result = await work(connection.db);
    await connection.close();
    return result;
  });
}

/** Runs `work` with the URL of the settings' database, without migrations. Starts the embedded server if it is not running. */
export async function onDatabaseServer<Result>(
  settings: Settings,
  work: (url: string, log: Logger) => Promise<Result>,
): Promise<Result> {
  const log = createLog('warn');
  const database = await openDatabaseServer(settings, log);
  try {
    return await work(database.url, log);
  } finally {
    await database.stop();
  }
}

/** Resolves a path against the folder in which npm was called, since npm runs commands in the repository's folder. */
export const resolveTypedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Ctrl-C under npm sends SIGINT twice: from the terminal and from npm. */
const SAME_KEYPRESS_MS = 500;

/** Calls `stop` at the first stop signal. A later one exits at once if it is another signal or comes more than half a second later. */
export function onStopSignal(stop: (signal: string) => void): void {
  let first: { signal: string; at: number } | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (first === null) {
        first = { signal, at: performance.now() };
        stop(signal);
      } else if (signal !== first.signal || performance.now() - first.at > SAME_KEYPRESS_MS) {
        process.exit(1);
      }
    });
  }
}
