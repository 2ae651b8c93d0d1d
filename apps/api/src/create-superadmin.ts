import { ADMIN_PASSWORD_RULE, adminPassword, registration } from '@minga/contract/accounts';
import { z } from 'zod';
import { onDatabase, operatorCommand, runCommand } from './command.ts';
import { ensureSuperadmin } from './modules/accounts/managed/superadmin-service.ts';
import { systemClock } from './platform/clock.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import type { Settings } from './settings.ts';
import { checkAccount, promptPassword, promptValid, readFlags } from './typed-account.ts';

const { username, email } = registration.shape;
const account = z.object({ email, username, password: adminPassword });
type Account = z.infer<typeof account>;

const USAGE = operatorCommand('create-superadmin -- --email correo --username nombre --password contraseña');

await runCommand(async settings => {
  const wanted = await readAccount(settings);
  const result = await onDatabase(settings, db => ensureSuperadmin(db, systemClock, wanted));
  if (result === 'exists')
    throw new StartProblem(
      `Ya hay una superadministración, o ese correo ya tiene una cuenta. Para ponerle otro correo y otra contraseña: ${operatorCommand('reset-superadmin')}`,
    );
  return `Listo: ${wanted.email} ya puede iniciar sesión como superadministración.`;
});

/** Flags take precedence over settings, settings over prompts. Throws a StartProblem for invalid or missing values. */
async function readAccount({ superadmin }: Settings): Promise<Account> {
  const values = readFlags(['email', 'username', 'password'], USAGE);
  const typedEmail = values.email ?? superadmin?.email ?? (await promptValid('Correo: ', '--email', email));
  return checkAccount(account, {
    email: typedEmail,
    username: values.username ?? (await promptValid('Nombre de usuario: ', '--username', username)),
    password:
      values.password ??
      superadmin?.password ??
      (await promptPassword(`Contraseña. ${ADMIN_PASSWORD_RULE} `, typedEmail)),
  });
}
