// Releases of an installation: each has its own folder under `…-releases`, and a symbolic link names the one that runs.
import { spawn } from 'node:child_process';
import {
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

const FOLDER_SUFFIX = '-releases';

/** The update cannot go on. The message is one Spanish sentence for the operator, and says what to do. */
export class UpdateProblem extends Error {}

export interface Release {
  readonly commit: string;
  readonly version: string;
}

/** Returns 'version (commit)', with the commit in the seven figures that `/healthz` shows. */
export const describeRelease = ({ version, commit }: Release): string =>
  `${version} (${shortCommit(commit)})`;

export const shortCommit = (commit: string): string => commit.slice(0, 7);

/**
 * The installation that the release in the folder `root` belongs to. `app` is the path that the service uses: the link to the running
 * release or, before the first update, the folder of the clone itself.
 */
export class Installation {
  readonly app: string;
  readonly releases: string;
  readonly #owner: { uid: number; gid: number };

  constructor(root: string) {
    const current = realpathSync(root);
    const [parent, isRelease] = [dirname(current), dirname(current).endsWith(FOLDER_SUFFIX)];
    this.app = isRelease ? parent.slice(0, -FOLDER_SUFFIX.length) : current;
    this.releases = `${this.app}${FOLDER_SUFFIX}`;
    const { uid, gid } = statSync(current);
    this.#owner = { uid, gid };
    mkdirSync(this.releases, { recursive: true });
    chownSync(this.releases, this.#owner.uid, this.#owner.gid);
  }

  /** The release that the link names. */
  async current(): Promise<Release> {
    return this.#releaseAt((await this.#git('rev-parse', 'HEAD')).trim());
  }

  /**
   * Fetches, and returns the release to update to: `wanted` is a tag, a branch or a commit, or null for the branch that is checked
   * out (the default branch of the origin, if none is). Returns null if that is the release that runs. Throws an UpdateProblem for
   * local changes and for a release that is not a descendant: the database only moves forward.
   */
  async fetch(wanted: string | null): Promise<Release | null> {
    const changed = await this.#git('status', '--porcelain', '--untracked-files=no');
    if (changed !== '')
      throw new UpdateProblem(
        `Hay archivos cambiados a mano en ${this.app}: déjalos en un commit de tu propio repositorio.`,
      );
    await this.#git('fetch', '--quiet', '--tags', 'origin').catch(() => {
      throw new UpdateProblem(
        'No se pudo leer el repositorio de donde viene Minga: revisa la red. No cambió nada.',
      );
    });
    const names =
      wanted === null
        ? [`origin/${(await this.#branch()) ?? 'HEAD'}`]
        : [`refs/tags/${wanted}`, `origin/${wanted}`, wanted];
    const commit = await this.#firstCommit(names);
    if (commit === null) throw new UpdateProblem(`En el repositorio no existe ${wanted ?? names[0]}.`);
    const { commit: running } = await this.current();
    if (commit === running) return null;
    const isNewer = await this.#git('merge-base', '--is-ancestor', running, commit).then(
      () => true,
      () => false,
    );
    if (isNewer) return this.#releaseAt(commit);
    throw new UpdateProblem(
      `${wanted ?? names[0]} no viene después de la versión en marcha (${shortCommit(running)}), y la base de datos solo va hacia adelante. No cambió nada.`,
    );
  }

  /** Installs and builds a release in a folder of its own, and returns the folder. */
  async build(release: Release): Promise<string> {
    const folder = this.#folderOf(release);
    this.remove(folder);
    const [branch, origin] = [await this.#branch(), (await this.#git('remote', 'get-url', 'origin')).trim()];
    try {
      await this.run('git', ['clone', '--quiet', '--no-checkout', this.app, folder]);
      await this.run('git', ['-C', folder, 'remote', 'set-url', 'origin', origin]);
      const target = branch === null ? ['--detach'] : ['-B', branch];
      await this.run('git', ['-C', folder, 'checkout', '--quiet', ...target, release.commit]);
      await this.run('npm', ['ci', '--include=dev'], folder);
      await this.run('npm', ['run', '--silent', 'build'], folder);
    } catch (error) {
      this.remove(folder);
      throw error;
    }
    return folder;
  }

  /** Makes `app` name the release in `folder`. Returns the folder of the release that it named before. */
  switchTo(folder: string, running: Release): string {
    const link = `${this.releases}/.next`;
    rmSync(link, { force: true });
    symlinkSync(join(basename(this.releases), basename(folder)), link);
    lchownSync(link, this.#owner.uid, this.#owner.gid);
    if (lstatSync(this.app).isSymbolicLink()) {
      const before = realpathSync(this.app);
      renameSync(link, this.app);
      return before;
    }
    const before = this.#folderOf(running);
    this.remove(before);
    renameSync(this.app, before);
    renameSync(link, this.app);
    return before;
  }

  /** Removes the releases in other folders than `kept`. */
  removeOthers(...kept: string[]): void {
    const names = readdirSync(this.releases).filter(name => !name.startsWith('.'));
    for (const name of names) {
      const folder = join(this.releases, name);
      if (!kept.includes(folder)) this.remove(folder);
    }
  }

  remove(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
  }

  /** Runs a command as the owner of the installation, with inherited output. Throws an UpdateProblem if it fails. */
  async run(command: string, args: string[], cwd = this.app): Promise<void> {
    const { code } = await this.#spawn(command, args, cwd, 'inherit');
    if (code !== 0) throw new UpdateProblem(`Falló \`${[command, ...args].join(' ')}\`. No cambió nada.`);
  }

  async #git(...args: string[]): Promise<string> {
    const { code, output } = await this.#spawn('git', args, this.app, 'pipe');
    if (code !== 0) throw new UpdateProblem(`Falló \`git ${args.join(' ')}\` en ${this.app}.`);
    return output;
  }

  /** The branch that is checked out; null for a commit without one. */
  #branch(): Promise<string | null> {
    return this.#git('symbolic-ref', '--quiet', '--short', 'HEAD').then(
      name => name.trim(),
      () => null,
    );
  }

  async #firstCommit(names: string[]): Promise<string | null> {
    for (const name of names) {
      const commit = await this.#git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).catch(
        () => null,
      );
      if (commit !== null) return commit.trim();
    }
    return null;
  }

  async #releaseAt(commit: string): Promise<Release> {
    const { version } = JSON.parse(await this.#git('show', `${commit}:package.json`)) as { version: string };
    return { commit, version };
  }

  #folderOf({ version, commit }: Release): string {
    return join(this.releases, `${version}-${shortCommit(commit)}`);
  }

  /** Under root, the owner's own rights suffice for git, npm and the build; npm's cache is next to the installation. */
  #spawn(command: string, args: string[], cwd: string, output: 'inherit' | 'pipe') {
    const isRoot = process.getuid?.() === 0;
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', output, 'inherit'],
      ...(isRoot ? this.#owner : {}),
      env: isRoot && this.#owner.uid !== 0 ? { ...process.env, HOME: dirname(this.app) } : process.env,
    });
    return new Promise<{ code: number; output: string }>((resolve, reject) => {
      let printed = '';
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
      child.on('error', reject).on('close', code => resolve({ code: code ?? 1, output: printed }));
    });
  }
}
