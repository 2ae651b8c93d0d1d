import { ADMIN_PASSWORD_RULE, accountEmail, adminPassword } from '@minga/contract/accounts';
import { z } from 'zod';
import { onDatabase, runCommand } from './command.ts';
import { ResetRefused, resetSuperadmin } from './modules/accounts/managed/superadmin-service.ts';
import { recordActions } from './modules/administration/audit-service.ts';
import { systemClock } from './platform/clock.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { checkAccount, prompt, readFlags } from './typed-account.ts';

const USAGE =
  'npm run reset-superadmin -- --email correo-nuevo --password contraseña, y --current correo-actual si hay varias';
const access = z.object({ email: accountEmail, password: adminPassword });

const REFUSALS = {
  none: 'No hay una superadministración con ese correo. Si todavía no hay ninguna, créala con npm run create-superadmin.',
  several: 'Hay varias superadministraciones: di cuál con --current y su correo de ahora.',
  taken: 'Ese correo ya es de otra cuenta.',
};

await runCommand(async settings => {
  const { current, email, password } = readFlags(['current', 'email', 'password'], USAGE);
  const wanted = await checkAccount(access, {
    email: email ?? (await prompt('Correo nuevo: ', '--email')),
    password: password ?? (await prompt(`Contraseña nueva. ${ADMIN_PASSWORD_RULE} `, '--password', true)),
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
