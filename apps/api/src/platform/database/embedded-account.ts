import { chown } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Account, run } from './embedded-command.ts';
import { StartProblem } from './start-problem.ts';

const ACCOUNT_NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. If Minga runs as root, returns the account `postgres`, created if missing;
 * otherwise the current account.
 */
export async function databaseAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const known = await findAccount();
  if (known !== null) return known;
  await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT_NAME]).catch(() => undefined);
  const created = await findAccount();
  if (created !== null) return created;
  throw new StartProblem(
    `PostgreSQL no corre como root y no se pudo crear el usuario «${ACCOUNT_NAME}»: créalo, inicia Minga con un usuario corriente o define DATABASE_URL.`,
  );
}

async function findAccount(): Promise<Account | null> {
  const [user, group] = await Promise.all([run('id', ['-u', ACCOUNT_NAME]), run('id', ['-g', ACCOUNT_NAME])]);
  if (user.code !== 0 || group.code !== 0) return null;
  return { uid: Number(user.output), gid: Number(group.output) };
}

/** Does nothing when the account is the current one. */
export async function chownToAccount(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

/** Throws a StartProblem if the account may not enter one of `paths` or of their parent folders. */
export async function checkFolderAccess(account: Account, paths: string[]): Promise<void> {
  if (account.uid === undefined) return;
  const folders = paths.flatMap(path => [...ancestors(path), path]);
  const script = 'for folder; do test -x "$folder" || { printf %s "$folder"; exit 1; }; done';
  const { code, output } = await run('/bin/sh', ['-c', script, 'sh', ...folders], account);
  if (code === 0) return;
  throw new StartProblem(
    `Minga corre como root y su PostgreSQL, que corre como el usuario «${ACCOUNT_NAME}», no puede entrar en ${output}: pon Minga y DATA_DIR en una carpeta abierta a todos (por ejemplo /srv/minga), inicia Minga con un usuario corriente o define DATABASE_URL.`,
  );
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}
