import { accountEmail } from '@minga/contract/accounts';
import { z } from 'zod';
import { onDatabase, operatorCommand, runCommand } from './command.ts';
import { resetNow } from './modules/accounts/factors/service.ts';
import { StartProblem } from './platform/database/start-problem.ts';

await runCommand(async settings => {
  const [given, ...rest] = process.argv.slice(2);
  const email = z.safeParse(accountEmail, given);
  if (!email.success || rest.length > 0)
    throw new StartProblem(`Así se usa: ${operatorCommand('reset-second-factor -- correo')}`);
  if (!(await onDatabase(settings, db => resetNow(db, email.data))))
    throw new StartProblem('No hay una cuenta con ese correo, o no tiene segundo factor.');
  return `Listo: ${email.data} entra solo con su contraseña. Pídele que active otro segundo factor.`;
});
