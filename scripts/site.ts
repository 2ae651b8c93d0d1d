// The running site as `npm run update` sees it: how it is backed up, restarted and asked which release it is.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Release, shortCommit, UpdateProblem } from './release.ts';

const UNITS = '/etc/systemd/system';
const POLL_MS = 250;
const REQUEST_TIMEOUT_MS = 5_000;

/** One process of the site. `restart` is a shell command; `url` is where the process itself listens. */
interface SiteProcess {
  readonly restart: string;
  readonly url: string;
}

export interface Site {
  /** A shell command, run in the folder of the release that runs. */
  readonly backup: string;
  readonly processes: readonly SiteProcess[];
  /** Makes the service's files those of the release in `folder`. */
  installFiles(folder: string): Promise<void>;
}

/** The site that docs/running.md sets up: one systemd unit a process, named after its port. */
export async function systemdSite(): Promise<Site> {
  const listed = await shell(
    "systemctl list-units --plain --no-legend --state=active,activating,failed 'minga@*.service'",
    'pipe',
  ).catch(() => '');
  const ports = [...listed.matchAll(/^minga@(\d+)\.service/gm)].map(([, port]) => port);
  if (ports.length === 0) {
    throw new UpdateProblem(
      'systemd no tiene ninguna minga@ en marcha: iníciala, o di con --restart y --url cómo se reinicia el sitio y dónde responde. No cambió nada.',
    );
  }
  return {
    backup: 'minga backup -- /var/backups/minga',
    processes: ports.map(port => ({
      restart: `systemctl restart minga@${port}`,
      url: `http://127.0.0.1:${port}`,
    })),
    installFiles: async folder => {
      const deploy = join(folder, 'deploy');
      const units = readdirSync(deploy).filter(name => /^minga.*\.(service|socket|timer)$/.test(name));
      for (const name of units) replace(join(deploy, name), join(UNITS, name));
      await shell(`install -m 755 '${join(deploy, 'minga')}' /usr/local/bin/`);
      await shell('systemctl daemon-reload');
    },
  };
}

/** In one step: systemd may read the file at any time. */
function replace(source: string, target: string): void {
  copyFileSync(source, `${target}.next`);
  renameSync(`${target}.next`, target);
}

/** Whether this machine has the site that docs/running.md sets up. */
export const hasSystemdUnits = (): boolean => existsSync(join(UNITS, 'minga@.service'));

/** Restarts a process and waits until it responds as `release`. Throws an UpdateProblem if it does not within `seconds`. */
export async function restart(
  { restart, url }: SiteProcess,
  release: Release,
  seconds: number,
): Promise<void> {
  await shell(restart);
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const found = await runningCommit(url);
    if (found === shortCommit(release.commit)) return;
    if (Date.now() > deadline) {
      throw new UpdateProblem(
        found === null
          ? `${url}/readyz no responde después de ${seconds} s`
          : `en ${url} responde todavía ${found}`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** The commit that a process names once it is ready; null if it is not ready. */
async function runningCommit(url: string): Promise<string | null> {
  try {
    const [ready, health] = await Promise.all(
      ['/readyz', '/healthz'].map(path =>
        fetch(url + path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
      ),
    );
    if (ready?.status !== 200 || health === undefined) return null;
    const { commit } = (await health.json()) as { commit?: string | null };
    return commit ?? 'una versión sin nombre';
  } catch {
    return null;
  }
}

/** Runs a shell command. Throws an UpdateProblem that names it if it fails. */
export async function shell(
  command: string,
  output: 'inherit' | 'pipe' = 'inherit',
  cwd?: string,
): Promise<string> {
  const child = spawn('sh', ['-c', command], { stdio: ['inherit', output, 'inherit'], cwd });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new UpdateProblem(`falló \`${command}\``);
  return printed;
}
