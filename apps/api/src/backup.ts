import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stderr } from 'node:process';
import { parseArgs } from 'node:util';
import { recordBackup } from './backup/connection.ts';
import { backupSummary } from './backup/manifest.ts';
import { pathExists, writeBackup } from './backup/write-backup.ts';
import { onDatabaseServer, onStopSignal, operatorCommand, resolveTypedPath, runCommand } from './command.ts';
import { systemClock } from './platform/clock.ts';
import { isDatabaseUnavailable } from './platform/database/errors.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { createImageStore } from './platform/images/store.ts';
import type { Settings } from './settings.ts';

await runCommand(async settings => {
  const { target, allowsMissing } = readArguments();
  const file = await resolveBackupPath(target, systemClock());
  await checkCluster(settings);
  const interruption = new AbortController();
  onStopSignal(() => interruption.abort(new StartProblem('Interrumpida: no quedó ninguna copia.')));
  const parts = {
    store: createImageStore({ settings }),
    clock: systemClock,
    allowsMissing,
    signal: interruption.signal,
  };
  const { manifest, missing } = await onDatabaseServer(settings, async databaseUrl => {
    const start = performance.now();
    const result = await writeBackup(file, { databaseUrl, ...parts });
    await record(databaseUrl, file, performance.now() - start);
    return result;
  }).catch(error => {
    interruption.signal.throwIfAborted();
    if (!isDatabaseUnavailable(error)) throw error;
    throw new StartProblem(
      'La base de datos dejó de responder: no quedó ninguna copia. Vuelve a intentarlo.',
    );
  });
  if (missing.length > 0)
    stderr.write(`Faltan en la copia ${missing.length} archivos de imágenes:\n${missing.join('\n')}\n`);
  return `Copia de seguridad lista en ${file}: ${backupSummary(manifest)}.`;
});

/** Records the backup. The file is complete already, so a failure affects only the record. */
async function record(databaseUrl: string, file: string, milliseconds: number): Promise<void> {
  try {
    const { size: bytes } = await stat(file);
    await recordBackup(databaseUrl, { finishedAt: systemClock(), milliseconds, bytes });
  } catch {
    stderr.write('La copia quedó completa, pero no se pudo anotar: en Minga, Sistema no la mostrará.\n');
  }
}

/** Throws a StartProblem if DATA_DIR has no database, since opening a wrong DATA_DIR would create an empty database there. */
async function checkCluster({ databaseUrl, dataDir }: Settings): Promise<void> {
  const folder = resolve(dataDir);
  if (databaseUrl !== null || (await pathExists(join(folder, 'postgres')))) return;
  throw new StartProblem(
    `En ${folder} no hay ninguna base de datos: revisa que la orden use los mismos ajustes que Minga (DATA_DIR o DATABASE_URL).`,
  );
}

function readArguments(): { target: string; allowsMissing: boolean } {
  try {
    const options = { 'allow-missing': { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [target = ''] = positionals;
    if (positionals.length === 1 && target !== '') return { target, allowsMissing: values['allow-missing'] };
  } catch {
    // An unknown option gets the usage sentence too.
  }
  throw new StartProblem(
    `Así se usa: ${operatorCommand('backup -- archivo.tar')} (o una carpeta que ya existe)`,
  );
}

/** Returns the backup's path: the given file, or a file named after `now` in the given folder. */
async function resolveBackupPath(typed: string, now: Date): Promise<string> {
  const path = resolveTypedPath(typed);
  const isFolder = await stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
  // Some file systems do not allow colons in names.
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return isFolder ? join(path, `minga-${moment}Z.tar`) : path;
}
