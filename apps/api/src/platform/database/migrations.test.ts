import pg from 'pg';
import { afterAll, describe, expect, it, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { emptyDatabase } from '../../../test/database.ts';
import { databaseContents, databaseSchema } from '../../../test/database-contents.ts';
import { lockTable } from '../../../test/table-lock.ts';
import { terminateConnection } from '../../../test/terminate-connection.ts';
import { ANA, firstRelease } from '../../../test/upgrade/first-release.ts';
import { openConnection } from './connection.ts';
import { applyMigrations, knownMigrations } from './migrations.ts';
import { StartProblem } from './start-problem.ts';

describe('migrations', () => {
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
});

describe('upgrade', async () => {
  const url = await firstRelease();
  const before = await rowsOf();
  await applyMigrations(url);
  const after = await rowsOf();
  const connection = openConnection(url, () => undefined);
  const app = await testApp({}, { url, connection });
  afterAll(() => connection.close());

  type Row = Record<string, unknown>;

  /** Returns the rows of the first release's tables without their generated columns. */
  async function rowsOf(): Promise<Record<string, Row[]>> {
    const tables = [
      'users',
      'activities',
      'attendances',
      'reminders',
      'images',
      'mails',
      'sessions',
      'email_tokens',
    ];
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const found: Record<string, Row[]> = {};
    for (const table of [...tables, 'sign_in_failures', 'rate_limits']) {
      const computed = `'{search_words,search_text}'::text[]`;
      const { rows } = await client.query<{ row: Row }>(
        `select to_jsonb(t) - ${computed} as row from ${table} t order by to_jsonb(t)::text collate "C"`,
      );
      found[table] = rows.map(({ row }) => row);
    }
    await client.end();
    return found;
  }

  const titles = (activities: { title: string }[]) => activities.map(({ title }) => title);
  const asAna = async (path: string) =>
    (await app.inject({ url: `/api${path}`, headers: ANA.headers })).json();

  describe('a database of the first release', () => {
    it('retains every row and every field', () => {
      const { users = [], email_tokens: tokens = [], ...others } = before;
      for (const [table, rows] of Object.entries(others)) {
        expect(after[table], table).toEqual(rows.map(row => expect.objectContaining(row)));
      }
      const verified = users.filter(user => user.email_verified_at !== null);
      const retained = verified.map(({ email_verified_at: _, ...user }) => expect.objectContaining(user));
      expect(after.users).toEqual(retained);
      expect(after.email_tokens).toEqual([
        expect.objectContaining(tokens.find(({ purpose }) => purpose === 'reset')),
      ]);
    });

    it('converts unverified users to pending registrations with their newest link', async () => {
      const { rows } = await connection.pool.query(
        `select email, username, phone, token_hash = sha256('carla, segundo') as newest from registrations order by email`,
      );
      expect(rows).toEqual([
        { email: 'carla@example.org', username: 'Carla sin confirmar', phone: '3009876543', newest: true },
        { email: 'delfina@example.org', username: 'Delfina sin enlace', phone: '', newest: null },
      ]);
    });

    it('counts the addresses of its attendances as typed by organisers, and new ones as stated', async () => {
      const { rows } = await connection.pool.query(
        `select (select array_agg(distinct corrected) from attendances) as earlier,
        (select column_default from information_schema.columns where table_name = 'attendances' and column_name = 'corrected') as later`,
      );
      expect(rows).toEqual([{ earlier: [['email']], later: "'{}'::text[]" }]);
    });

    it('serves its activities to users whose sessions are still valid', async () => {
      expect(await asAna('/auth/verify')).toMatchObject({ email: 'ana@example.org' });
      expect(titles(await asAna('/tasks'))).toEqual(
        expect.arrayContaining(['Cosecha de café', 'Olla comunitaria', 'Rifa']),
      );
      expect(titles(await asAna('/tasks/others'))).toEqual(['Limpieza del río']);
      expect(titles(await asAna('/tasks/promoted'))).toEqual(['Limpieza del río']);
      expect(titles((await app.inject('/api/tasks/search?q=cafe')).json())).toEqual(['Cosecha de café']);
      expect(titles((await app.inject('/api/tasks/search?q=cosehca')).json())).toEqual(['Cosecha de café']);
      expect(await asAna('/attendances/mis-asistencias')).toMatchObject([
        { task: { title: 'Limpieza del río' } },
      ]);
      expect(await asAna('/notifications')).toMatchObject([
        { daysBefore: 3, task: { title: 'Limpieza del río' } },
      ]);
      expect(await asAna('/attendances/01930000-0000-7000-8000-000000000041')).toHaveLength(2);
    });
  });

  describe('interrupted or concurrent migrations', () => {
    it('leave the database unchanged when the process is killed, and succeed on the next start', async () => {
      const old = await firstRelease();
      const [schema, contents] = [await databaseSchema(old), await databaseContents(old)];
      const held = await lockTable(old, 'activities');
      const broken = expect(applyMigrations(old)).rejects.toThrow();
      await held.waitForWaiter('minga migrations');
      await terminateConnection(old, 'minga migrations');
      await broken;
      await held.release();
      expect([await databaseSchema(old), await databaseContents(old)]).toEqual([schema, contents]);
      await applyMigrations(old);
      expect(await databaseSchema(old)).toEqual(await databaseSchema(url));
    });

    it('make a second process wait until none is pending', async () => {
      const old = await firstRelease();
      const held = await lockTable(old, 'activities');
      const first = applyMigrations(old);
      await held.waitForWaiter('minga migrations');
      const second = applyMigrations(old);
      await held.release();
      await Promise.all([first, second]);
      expect((await databaseContents(old))['drizzle.__drizzle_migrations']).toHaveLength(
        knownMigrations().length,
      );
      expect(await databaseSchema(old)).toEqual(await databaseSchema(url));
    });
  });
});
