import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { signedIn } from '../../../test/factories.ts';
import { users } from './schema.ts';

const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;

type Headers = Record<string, string>;

/** The user whose session each process finds; null: none. */
async function usersOf(headers: Headers): Promise<(string | null)[]> {
  const replies = await Promise.all(
    [here, there].map(app => app.inject({ url: '/api/auth/verify', headers })),
  );
  return replies.map(reply => reply.json()?.username ?? null);
}

it('each of many concurrent requests gets its own session', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, () => signedIn(db)));
  const expected = people.flatMap(({ user }) => [user.username, null, user.username]);
  const unknown = { cookie: `minga_session=${'A'.repeat(43)}` };
  const calls = people.flatMap(({ headers }) => [headers, unknown, headers]);
  const replies = await Promise.all(
    calls.map((headers, index) =>
      (index % 2 === 0 ? here : there).inject({ url: '/api/auth/verify', headers }),
    ),
  );
  expect(replies.map(reply => reply.json()?.username ?? null)).toEqual(expected);
});

it('a session that ended on one process is rejected by the next request to every process', async () => {
  const { user, headers } = await signedIn(db);
  expect(await usersOf(headers)).toEqual([user.username, user.username]);
  await there.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(await usersOf(headers)).toEqual([null, null]);
  for (const app of [here, there]) {
    expect((await app.inject({ url: '/api/tasks', headers })).statusCode).toBe(401);
  }
});

it('a session that ends during concurrent lookups is rejected by the next request', async () => {
  const { headers } = await signedIn(db);
  const earlier = Array.from({ length: 30 }, () => here.inject({ url: '/api/auth/verify', headers }));
  await there.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect((await here.inject({ url: '/api/auth/verify', headers })).json()).toBeNull();
  await Promise.all(earlier);
});

it('a deactivation ends the session on every process, and a change is visible at once', async () => {
  const { user, headers } = await signedIn(db);
  await db.update(users).set({ username: 'Otra' }).where(eq(users.id, user.id));
  expect(await usersOf(headers)).toEqual(['Otra', 'Otra']);
  await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  expect(await usersOf(headers)).toEqual([null, null]);
});

it('the use of a session is stored once for concurrent requests to two processes', async () => {
  const { headers } = await signedIn(db);
  await db.execute(sql`
    create table uses (address text);
    create function store_use() returns trigger language plpgsql as $$
      begin insert into public.uses values (new.address); return new; end $$;
    create trigger store_use after update on sessions for each row execute function store_use()`);
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + 59_000));
  await usersOf(headers);
  expect((await db.execute(sql`select * from uses`)).rows).toEqual([]);
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + 60_000));
  await Promise.all(Array.from({ length: 20 }, () => usersOf(headers)));
  expect((await db.execute(sql`select * from uses`)).rows).toEqual([{ address: '127.0.0.1' }]);
});
