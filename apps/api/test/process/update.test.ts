import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/run.ts';

/** A site of four lines, with the product's own update scripts: their subject is git, folders and commands. */
const MAIN = `
import { createServer } from 'node:http';
import { readCommit } from './version.mjs';
const body = JSON.stringify({ status: 'ok', commit: readCommit() });
createServer((_request, response) => response.end(body)).listen(process.env.PORT, '127.0.0.1', () => console.log('ready'));
`;
const BROKEN = `throw new Error('this release does not start');`;
const VERSION = `
import { execFileSync } from 'node:child_process';
export const readCommit = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).slice(0, 7);
`;

const folder = await mkdtemp(join(tmpdir(), 'minga-update-'));
const [origin, work, app] = ['origin.git', 'work', 'app'].map(name => join(folder, name)) as [
  string,
  string,
  string,
];
const releases = `${app}-releases`;
const log = join(folder, 'log');
const port = await freePort();

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Minga', '-c', 'user.email=minga@example.org', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();

/** Publishes a release of the fixture, and returns its commit in seven figures. */
async function publish(version: string, main = MAIN, build = `echo built >>${log}`): Promise<string> {
  await writeFile(
    join(work, 'package.json'),
    JSON.stringify({ name: 'fixture', version, type: 'module', scripts: { build } }),
  );
  await writeFile(join(work, 'main.mjs'), main);
  git(work, 'add', '--all');
  git(work, 'commit', '--quiet', '--message', version);
  git(work, 'push', '--quiet', 'origin', 'main', '--tags');
  return git(work, 'rev-parse', 'HEAD').slice(0, 7);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Takes systemd's part: restarts the site when the restart command connects, and answers with its exit code. */
let site: ChildProcess | null = null;
const supervisor = createServer({ allowHalfOpen: true }, async socket => {
  socket.end((await restartSite()) ? '0' : '1');
});

async function restartSite(): Promise<boolean> {
  if (site?.exitCode === null) {
    site.kill();
    await once(site, 'exit');
  }
  const started = spawn(process.execPath, [join(app, 'main.mjs')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  site = started;
  const outcome = await Promise.race([once(started.stdout, 'data'), once(started, 'exit').then(() => null)]);
  return outcome !== null;
}

async function commitThatResponds(): Promise<string> {
  const { commit } = (await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()) as { commit: string };
  return commit;
}

/** `npm run update` in the installation. The restart command exits with what the supervisor says. */
function update(...args: string[]): Promise<{ code: number; output: string }> {
  const address = supervisor.address();
  const supervisorPort = typeof address === 'object' && address !== null ? address.port : 0;
  const script = `require('net').connect(${supervisorPort}, '127.0.0.1').on('data', code => process.exit(Number(code)))`;
  const commands = ['--backup', `echo backup >>${log}`, '--restart', `${process.execPath} -e "${script}"`];
  const all = ['scripts/update.ts', ...commands, '--url', `http://127.0.0.1:${port}`, '--wait', '2', ...args];
  return new Promise(resolve => {
    execFile(process.execPath, all, { cwd: app }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    );
  });
}

const folders = async () => (await readdir(releases)).filter(name => !name.startsWith('.')).sort();
const steps = async () => (await readFile(log, 'utf8')).trim().split('\n');

let first = '';

beforeAll(async () => {
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', origin);
  git(folder, 'clone', '--quiet', origin, work);
  git(work, 'checkout', '--quiet', '-B', 'main');
  await mkdir(join(work, 'scripts'));
  for (const name of ['update', 'release', 'site', 'build-lock', 'run', 'on-interrupt'])
    await cp(join(root, `scripts/${name}.ts`), join(work, `scripts/${name}.ts`));
  const lock = { name: 'fixture', lockfileVersion: 3, packages: { '': { name: 'fixture' } } };
  await writeFile(join(work, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(work, 'version.mjs'), VERSION);
  first = await publish('1.0.0');
  git(folder, 'clone', '--quiet', origin, app);
  await new Promise<void>(resolve => supervisor.listen(0, '127.0.0.1', resolve));
  await restartSite();
});

afterAll(async () => {
  site?.kill();
  supervisor.close();
  await rm(folder, { recursive: true, force: true });
});

describe('an update', () => {
  it('does nothing without a newer release', async () => {
    expect(await update()).toEqual({ code: 0, output: `Minga 1.0.0 (${first}) ya es la más nueva.\n` });
    expect((await lstat(app)).isSymbolicLink()).toBe(false);
  });

  it('builds in a folder of its own, backs up, switches and checks', async () => {
    const second = await publish('1.1.0');
    const { code, output } = await update();
    expect([code, output]).toEqual([0, expect.stringContaining(`Minga 1.1.0 (${second}) está en marcha.`)]);
    expect(await commitThatResponds()).toBe(second);
    expect(await folders()).toEqual([`1.0.0-${first}`, `1.1.0-${second}`]);
    expect(basename(await realpath(app))).toBe(`1.1.0-${second}`);
    expect(await steps()).toEqual(['built', 'backup']);
    expect(git(app, 'remote', 'get-url', 'origin')).toBe(origin);
  });

  it.each([
    ['does not start', BROKEN, 'falló `'],
    ['responds as another release', MAIN.replace('readCommit()', "'fffffff'"), 'responde todavía fffffff'],
  ])('switches back if the new release %s', async (_case, main, reason) => {
    const before = await commitThatResponds();
    const broken = await publish('2.0.0', main);
    const { code, output } = await update();
    expect(output).toContain(`2.0.0 (${broken}) no quedó en marcha: `);
    expect(output).toContain(reason);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`Minga 1.1.0 (${before}) responde otra vez.`),
    ]);
    expect(await commitThatResponds()).toBe(before);
    expect(basename(await realpath(app))).toBe(`1.1.0-${before}`);
    expect(await folders()).not.toContain(`2.0.0-${broken}`);
  });

  it.each([
    ['the build', 'exit 1', [] as string[], 'Falló `npm run --silent build`. No cambió nada.'],
    ['the backup', 'true', ['--backup', 'exit 1'], 'No se pudo hacer la copia de seguridad'],
  ])('leaves the running site alone if %s fails', async (_case, build, args, sentence) => {
    const before = await commitThatResponds();
    const failed = await publish('2.1.0', MAIN, build);
    const process = site?.pid;
    expect(await update(...args)).toEqual({ code: 1, output: expect.stringContaining(sentence) });
    expect([await commitThatResponds(), site?.pid]).toEqual([before, process]);
    expect(await folders()).not.toContain(`2.1.0-${failed}`);
  });

  it('updates to a named release and keeps only the one before, and refuses an older one and local changes', async () => {
    git(work, 'tag', 'v3.0.0', await publish('3.0.0'));
    const newest = await publish('3.1.0');
    const before = await commitThatResponds();
    const third = git(work, 'rev-parse', 'v3.0.0').slice(0, 7);
    expect(await update('v3.0.0')).toMatchObject({ code: 0 });
    expect(await folders()).toEqual([`1.1.0-${before}`, `3.0.0-${third}`]);
    expect(await update(first)).toEqual({
      code: 1,
      output: expect.stringContaining('solo va hacia adelante'),
    });
    expect(await update('v9')).toEqual({ code: 1, output: 'En el repositorio no existe v9.\n' });
    await writeFile(join(app, 'main.mjs'), '// changed by hand');
    expect(await update()).toEqual({ code: 1, output: expect.stringContaining('cambiados a mano') });
    git(app, 'checkout', '--quiet', 'main.mjs');
    expect(await update()).toMatchObject({ code: 0 });
    expect(await folders()).toEqual([`3.0.0-${third}`, `3.1.0-${newest}`]);
  });
});
