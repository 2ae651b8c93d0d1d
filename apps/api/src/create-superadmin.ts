import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { registration } from '@minga/contract/accounts';
import { z } from 'zod';
import { ensureSuperadmin } from './modules/accounts/service.ts';
import { systemClock } from './platform/clock.ts';
import { openConnection } from './platform/database/connection.ts';
import { openDatabaseServer } from './platform/database/database-server.ts';
import { applyMigrations } from './platform/database/migrations.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { createLog, describeError } from './platform/log.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';

const { username, email, password } = registration.shape;
const account = z.object({ email, username, password });
type Account = z.infer<typeof account>;

try {
  const settings = readSettings(process.env);
  const wanted = await askAccount(settings);
  const result = await create(settings, wanted);
  if (result === 'exists')
    throw new StartProblem('Ya hay una superadministración, o ese correo ya tiene una cuenta.');
  stdout.write(`Listo: ${wanted.email} ya puede iniciar sesión como superadministración.\n`);
  process.exit(0);
} catch (error) {
  const isExpected = error instanceof SettingError || error instanceof StartProblem;
  process.stderr.write(
    `${isExpected ? error.message : `Una falla inesperada: ${JSON.stringify(describeError(error))}`}\n`,
  );
  process.exit(1);
}

/** Flags go before settings, settings before questions. Throws a StartProblem that says what is wrong or missing. */
async function askAccount({ superadmin }: Settings): Promise<Account> {
  const values = readFlags();
  const parsed = account.safeParse({
    email: values.email ?? superadmin?.email ?? (await ask('Correo: ', '--email')),
    username: values.username ?? (await ask('Nombre de usuario: ', '--username')),
    password: values.password ?? superadmin?.password ?? (await ask('Contraseña: ', '--password', true)),
  });
  if (parsed.success) return parsed.data;
  throw new StartProblem(parsed.error.issues.map(issue => `${issue.message}.`).join(' '));
}

function readFlags() {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({ options: { email: option, username: option, password: option } }).values;
  } catch {
    throw new StartProblem(
      'Así se usa: npm run create-superadmin -- --email correo --username nombre --password clave',
    );
  }
}

async function ask(question: string, flag: string, isSecret = false): Promise<string> {
  if (!stdin.isTTY) throw new StartProblem(`Falta ${flag}: pásalo así, o ejecuta la orden en una terminal.`);
  stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? nowhere : stdout, terminal: true });
  lines.on('SIGINT', () => process.exit(1));
  const answer = await lines.question('');
  lines.close();
  if (isSecret) stdout.write('\n');
  return answer;
}

/** On the database of the settings; the embedded one is started if it does not run, and joined if it does. */
async function create(settings: Settings, wanted: Account): Promise<'created' | 'exists'> {
  const log = createLog('warn');
  const database = await openDatabaseServer(settings, log);
  try {
    await applyMigrations(database.url);
    const connection = openConnection(database.url, error =>
      log.warn({ err: error }, 'an idle connection broke'),
    );
    const result = await ensureSuperadmin(connection.db, systemClock, wanted);
    await connection.close();
    return result;
  } finally {
    await database.stop();
  }
}
