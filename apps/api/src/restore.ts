import { stderr } from 'node:process';
import { parseArgs } from 'node:util';
import { backupSummary } from './backup/manifest.ts';
import { openBackup } from './backup/open-backup.ts';
import { outgoingSentence } from './backup/outgoing.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { onDatabaseServer, operatorCommand, resolveTypedPath, runCommand } from './command.ts';
import { systemClock } from './platform/clock.ts';
import { openConnection } from './platform/database/connection.ts';
import { isDatabaseUnavailable } from './platform/database/errors.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { createImageStore } from './platform/images/store.ts';
import { longDate } from './platform/local-time.ts';

const HELD = `Los correos, los webhooks y los avisos quedan retenidos hasta que los sueltes con «${operatorCommand('deliveries -- release')}».`;
const WARNING = `Si el sitio de donde viene la copia sigue en marcha, llegarían dos veces. Para una prueba, antes de iniciar: «${operatorCommand('deliveries -- hold')}».`;

await runCommand(async settings => {
  const { argument, isHolding } = readArguments();
  const file = resolveTypedPath(argument);
  const store = createImageStore({ settings });
  // The backup is opened first, so that a damaged one does not cause the creation of an empty database.
  const backup = await openBackup(file);
  const { manifest, skipped, outgoing } = await onDatabaseServer(settings, async databaseUrl => {
    const restored = await restoreBackup(backup, { databaseUrl, store, isHolding });
    return { ...restored, outgoing: await outgoingOf(databaseUrl).catch(() => '') };
  }).catch(error => {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartProblem('La base de datos dejó de responder: no se restauró nada. Vuelve a intentarlo.');
  });
  if (skipped.length > 0)
    stderr.write(`No son de Minga y no se restauraron estas tablas: ${skipped.join(', ')}.\n`);
  const made = longDate(new Date(manifest.createdAt), settings.timeZone);
  const sending = isHolding ? HELD : outgoing === '' ? '' : `${outgoing} ${WARNING}`;
  return `Restaurada la copia del ${made}: ${backupSummary(manifest)}. Ya puedes iniciar Minga.\n${sending}`.trim();
});

/** Returns the sentence about pending deliveries. The restore is complete already, so a failure affects only this sentence. */
async function outgoingOf(databaseUrl: string): Promise<string> {
  const connection = openConnection(databaseUrl, () => undefined);
  try {
    return await outgoingSentence(connection.db, systemClock());
  } finally {
    await connection.close();
  }
}

function readArguments(): { argument: string; isHolding: boolean } {
  try {
    const options = { hold: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [file = ''] = positionals;
    if (positionals.length === 1 && file !== '') return { argument: file, isHolding: values.hold };
  } catch {
    // An unknown option gets the usage sentence too.
  }
  throw new StartProblem(
    `Así se usa: ${operatorCommand('restore -- [--hold] archivo.tar')} (con --hold no sale nada hasta que lo sueltes)`,
  );
}
