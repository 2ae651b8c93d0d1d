// npm run update [-- VERSION]: fetches a newer release, builds it in a folder of its own, backs up, switches to it, checks it, and
// switches back if it does not respond. See 'Actualizar' in docs/running.md and docs/decisions/0069-updates-with-a-way-back.md.
import { parseArgs } from 'node:util';
import { withBuildLock } from './build-lock.ts';
import { describeRelease, Installation, type Release, UpdateProblem } from './release.ts';
import { root } from './run.ts';
import { hasSystemdUnits, restart, type Site, shell, systemdSite } from './site.ts';

const USAGE =
  "Así se usa: sudo minga update [-- VERSIÓN]. Sin systemd: npm run update -- --backup 'orden' --restart 'orden' --url http://127.0.0.1:3000 [--wait segundos] [VERSIÓN]";
const DEFAULT_WAIT_SECONDS = 120;

const say = (sentence: string): void => console.log(sentence);

try {
  const { wanted, seconds, site } = await readArguments();
  const installation = new Installation(root);
  await withBuildLock(`${installation.releases}/.lock`, () => update(installation, site, wanted, seconds));
} catch (error) {
  console.error(error instanceof UpdateProblem ? error.message : error);
  process.exitCode = 1;
}

async function update(
  installation: Installation,
  site: Site,
  wanted: string | null,
  seconds: number,
): Promise<void> {
  const running = await installation.current();
  const release = await installation.fetch(wanted);
  if (release === null) {
    say(`Minga ${describeRelease(running)} ya es la más nueva.`);
    return;
  }
  say(`De ${describeRelease(running)} a ${describeRelease(release)}. Instalando y construyendo aparte…`);
  const folder = await installation.build(release);
  say('Copia de seguridad…');
  await shell(site.backup, 'inherit', installation.app).catch(error => {
    installation.remove(folder);
    throw new UpdateProblem(`No se pudo hacer la copia de seguridad (${error.message}). No cambió nada.`);
  });
  // From here until the check has ended, an interruption would leave half an update.
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
  say('Cambiando y reiniciando…');
  const before = installation.switchTo(folder, running);
  const problem = await start(site, folder, release, seconds);
  if (problem === null) {
    installation.removeOthers(folder, before);
    say(`Minga ${describeRelease(release)} está en marcha. La versión anterior queda en ${before}.`);
    return;
  }
  say(`${describeRelease(release)} no quedó en marcha: ${problem}. Volviendo a ${describeRelease(running)}…`);
  installation.switchTo(before, release);
  const second = await start(site, before, running, seconds);
  if (second === null) say(`Minga ${describeRelease(running)} responde otra vez. Borrando lo construido…`);
  installation.remove(folder);
  throw new UpdateProblem(
    second === null
      ? `${describeRelease(release)} no se instaló: el registro dice por qué no arrancó. Minga ${describeRelease(running)} responde otra vez.`
      : `Tampoco arranca ${describeRelease(running)}: ${second}. Si el registro dice que la base de datos es de una versión más nueva, restaura la copia que se acaba de hacer («Copias de seguridad» en docs/running.md).`,
  );
}

/** Restarts the processes in turn, so that one responds while another starts. Returns why it stopped, or null. */
async function start(site: Site, folder: string, release: Release, seconds: number): Promise<string | null> {
  try {
    await site.installFiles(folder);
    for (const each of site.processes) await restart(each, release, seconds);
    return null;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

async function readArguments(): Promise<{ wanted: string | null; seconds: number; site: Site }> {
  const { values, positionals } = parsed();
  const [wanted = null] = positionals;
  const { backup, restart: command, url } = values;
  const seconds = Number(values.wait);
  const given = [backup, command, url].filter(value => value !== undefined).length;
  if (positionals.length > 1 || !(seconds > 0) || (given !== 0 && given !== 3))
    throw new UpdateProblem(USAGE);
  if (backup !== undefined && command !== undefined && url !== undefined) {
    const site = { backup, processes: [{ restart: command, url }], installFiles: async () => undefined };
    return { wanted, seconds, site };
  }
  if (!hasSystemdUnits()) throw new UpdateProblem(USAGE);
  if (process.getuid?.() !== 0)
    throw new UpdateProblem('Actualizar reinicia el servicio: usa `sudo minga update`.');
  return { wanted, seconds, site: await systemdSite() };
}

function parsed() {
  try {
    const text = { type: 'string' } as const;
    const wait = { type: 'string', default: String(DEFAULT_WAIT_SECONDS) } as const;
    return parseArgs({
      allowPositionals: true,
      options: { backup: text, restart: text, url: text, wait },
    });
  } catch {
    throw new UpdateProblem(USAGE);
  }
}
