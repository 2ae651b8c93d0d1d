import { stderr } from 'node:process';
import { parseArgs } from 'node:util';
import { resolveTypedPath } from './backup/backup-path.ts';
import { backupSummary } from './backup/backup-summary.ts';
import { openBackup } from './backup/open-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { onDatabaseServer, runCommand } from './command.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { createImageStore } from './platform/images/store.ts';
import { longDate } from './platform/long-date.ts';

await runCommand(async settings => {
  const file = resolveTypedPath(readArgument());
  const store = createImageStore({ settings });
  // Opened first, so that a damaged backup does not create an empty database.
  const backup = await openBackup(file);
  const { manifest, skipped } = await onDatabaseServer(settings, databaseUrl =>
    restoreBackup(backup, { databaseUrl, store }),
  ).catch(error => {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartProblem('La base de datos dejó de responder: no se restauró nada. Vuelve a intentarlo.');
  });
  if (skipped.length > 0)
    stderr.write(`No son de Minga y no se restauraron estas tablas: ${skipped.join(', ')}.\n`);
  const made = longDate(new Date(manifest.createdAt), settings.timeZone);
  return `Restaurada la copia del ${made}: ${backupSummary(manifest)}. Ya puedes iniciar Minga.`;
});

function readArgument(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    const [file = ''] = positionals;
    if (positionals.length === 1 && file !== '') return file;
  } catch {
    // An unknown option gets the usage sentence too.
  }
  throw new StartProblem('Así se usa: npm run restore -- archivo.tar');
}
