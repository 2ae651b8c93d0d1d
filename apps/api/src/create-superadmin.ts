import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { ADMIN_PASSWORD_RULE, adminPassword, registration } from '@minga/contract/accounts';
import { z } from 'zod';
import { onDatabase, runCommand } from './command.ts';
import { adminPasswordProblem } from './modules/accounts/admin-password-rules.ts';
import { ensureSuperadmin } from './modules/accounts/service.ts';
import { systemClock } from './platform/clock.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import type { Settings } from './settings.ts';

const { username, email } = registration.shape;
const account = z.object({ email, username, password: adminPassword });
type Account = z.infer<typeof account>;

await runCommand(async settings => {
  const wanted = await readAccount(settings);
  const result = await onDatabase(settings, db => ensureSuperadmin(db, systemClock, wanted));
  if (result === 'exists')
    throw new StartProblem('Ya hay una superadministración, o ese correo ya tiene una cuenta.');
  return `Listo: ${wanted.email} ya puede iniciar sesión como superadministración.`;
});

/** Flags take precedence over settings, settings over prompts. Throws a StartProblem for invalid or missing values. */
async function readAccount({ superadmin }: Settings): Promise<Account> {
  const values = readFlags();
  const parsed = account.safeParse({
    email: values.email ?? superadmin?.email ?? (await prompt('Correo: ', '--email')),
    username: values.username ?? (await prompt('Nombre de usuario: ', '--username')),
    password:
      values.password ??
      superadmin?.password ??
      (await prompt(`Contraseña. ${ADMIN_PASSWORD_RULE} `, '--password', true)),
  });
  if (!parsed.success) throw new StartProblem(parsed.error.issues.map(asSentence).join(' '));
  const problem = await adminPasswordProblem(parsed.data.password, parsed.data.email);
  if (problem !== null) throw new StartProblem(asSentence({ message: problem }));
  return parsed.data;
}

function asSentence({ message }: { message: string }): string {
  return message.endsWith('.') ? message : `${message}.`;
}

function readFlags() {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({ options: { email: option, username: option, password: option } }).values;
  } catch {
    throw new StartProblem(
      'Así se usa: npm run create-superadmin -- --email correo --username nombre --password contraseña',
    );
  }
}

async function prompt(question: string, flag: string, isSecret = false): Promise<string> {
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
