import { ADMIN_PASSWORD_RULE, accountEmail, adminPassword } from '@minga/contract/accounts';
import { z } from 'zod';
import { onDatabase, operatorCommand, runCommand } from './command.ts';
import { ResetRefused, resetSuperadmin } from './modules/accounts/managed/superadmin-service.ts';
import { recordActions } from './modules/administration/audit-service.ts';
import { systemClock } from './platform/clock.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { checkAccount, promptPassword, promptValid, readFlags } from './typed-account.ts';

const USAGE = `${operatorCommand('reset-superadmin -- --email correo-nuevo --password contraseña')}, y --current correo-actual si hay varias`;
const access = z.object({ email: accountEmail, password: adminPassword });

const REFUSALS = {
  none: `No hay una superadministración con ese correo. Si todavía no hay ninguna, créala con ${operatorCommand('create-superadmin')}.`,
  several: 'Hay varias superadministraciones: di cuál con --current y su correo de ahora.',
  taken: 'Ese correo ya es de otra cuenta.',
};

await runCommand(async settings => {
  const { current, email, password } = readFlags(['current', 'email', 'password'], USAGE);
  const typedEmail = email ?? (await promptValid('Correo nuevo: ', '--email', accountEmail));
  const wanted = await checkAccount(access, {
    email: typedEmail,
    password: password ?? (await promptPassword(`Contraseña nueva. ${ADMIN_PASSWORD_RULE} `, typedEmail)),
  });
  const given = current === undefined ? {} : { current: current.trim().toLowerCase() };
  try {
    await onDatabase(settings, db =>
      resetSuperadmin(db, systemClock, { ...given, ...wanted }, (tx, id) =>
        // The operator has no account, so the audit log names the superadmin as the actor.
        recordActions(tx, [
          {
            action: 'superadmin.reset',
            targetType: 'account',
            actorId: id,
            targetId: id,
            at: systemClock(),
            details: { fields: ['email', 'password'] },
          },
        ]),
      ),
    );
  } catch (error) {
    if (error instanceof ResetRefused) throw new StartProblem(REFUSALS[error.reason]);
    throw error;
  }
  return `Listo: la superadministración entra con ${wanted.email} y la contraseña nueva. Sus sesiones, sus tokens y sus llaves de acceso terminaron.`;
});
