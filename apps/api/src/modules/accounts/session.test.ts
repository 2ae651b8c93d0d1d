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

/** Whose session it is for each process; null: nobody's. */
async function whose(headers: Headers): Promise<(string | null)[]> {
  const replies = await Promise.all(
    [here, there].map(app => app.inject({ url: '/api/auth/verify', headers })),
  );
  return replies.map(reply => reply.json()?.username ?? null);
}

it('of each call is its own, however many come at the same time', async () => {
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

it('is refused by the next call on every process once it has ended on one', async () => {
  const { user, headers } = await signedIn(db);
  expect(await whose(headers)).toEqual([user.username, user.username]);
  await there.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(await whose(headers)).toEqual([null, null]);
  for (const app of [here, there]) {
    expect((await app.inject({ url: '/api/tasks', headers })).statusCode).toBe(401);
  }
});

it('is refused by a call that comes while earlier ones are looked up, when it ends in between', async () => {
  const { headers } = await signedIn(db);
  const earlier = Array.from({ length: 30 }, () => here.inject({ url: '/api/auth/verify', headers }));
  await there.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect((await here.inject({ url: '/api/auth/verify', headers })).json()).toBeNull();
  await Promise.all(earlier);
});

it('ends everywhere with a deactivation, and shows a change at once', async () => {
  const { user, headers } = await signedIn(db);
  await db.update(users).set({ username: 'Otra' }).where(eq(users.id, user.id));
  expect(await whose(headers)).toEqual(['Otra', 'Otra']);
  await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  expect(await whose(headers)).toEqual([null, null]);
});

it('has its use noted once, though a whole screen of calls asks on two processes', async () => {
  const { headers } = await signedIn(db);
  await db.execute(sql`
    create table uses (address text);
    create function note_use() returns trigger language plpgsql as $$
      begin insert into public.uses values (new.address); return new; end $$;
    create trigger note_use after update on sessions for each row execute function note_use()`);
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + 59_000));
  await whose(headers);
  expect((await db.execute(sql`select * from uses`)).rows).toEqual([]);
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + 60_000));
  await Promise.all(Array.from({ length: 20 }, () => whose(headers)));
  expect((await db.execute(sql`select * from uses`)).rows).toEqual([{ address: '127.0.0.1' }]);
});
