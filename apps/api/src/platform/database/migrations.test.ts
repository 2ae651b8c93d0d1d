import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../test/database.ts';
import { applyMigrations } from './migrations.ts';
import { StartProblem } from './start-problem.ts';

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

test('eight processes that start concurrently on an empty database all succeed, and each migration runs once', async () => {
  const url = await emptyDatabase();
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => applyMigrations(url)));
  expect(await query(url, 'select count(*)::int from users')).toEqual([{ count: 0 }]);
  const applied = await query(url, 'select created_at from drizzle.__drizzle_migrations');
  expect(new Set(applied.map(row => row.created_at)).size).toBe(applied.length);
});

test('rejects the database of a newer release', async () => {
  const url = await emptyDatabase();
  await applyMigrations(url);
  await query(
    url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`,
  );
  await expect(applyMigrations(url)).rejects.toThrow(/versión más nueva de Minga/);
});

test('fails on a migration that drizzle would skip', async () => {
  const url = await emptyDatabase();
  await applyMigrations(url);
  await query(url, 'delete from drizzle.__drizzle_migrations where id = 1');
  await expect(applyMigrations(url)).rejects.toThrow(/older than one that was already applied/);
});

test.each([
  [
    'an unreachable server',
    (url: URL) => (url.port = '9'),
    /No hay conexión .* 127\.0\.0\.1:9 \(ECONNREFUSED\)/,
  ],
  ['a wrong password', (url: URL) => (url.password = 'secreto'), /no acepta el usuario o la contraseña/],
  ['a missing database', (url: URL) => (url.pathname = '/otra'), /no existe la base de datos «otra»/],
])('reports %s in one sentence without the password', async (_case, breakUrl, sentence) => {
  const url = new URL(await emptyDatabase());
  breakUrl(url);
  const problem = await applyMigrations(url.href).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartProblem);
  expect(String(problem)).toMatch(sentence);
  expect(String(problem)).not.toContain(url.password);
});
