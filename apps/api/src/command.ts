import { stderr, stdout } from 'node:process';
import { type Connection, openConnection } from './platform/database/connection.ts';
import { openDatabaseServer } from './platform/database/database-server.ts';
import { applyMigrations } from './platform/database/migrations.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { createLog, faultText, type Logger } from './platform/log.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

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
