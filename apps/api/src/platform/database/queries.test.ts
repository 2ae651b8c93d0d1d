import { eq, sql } from 'drizzle-orm';
import { jsonb, numeric, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { bytes, id, timestamptz } from './columns.ts';
import { settleAll } from './connection.ts';
import { preparedInsert } from './queries.ts';

const { db } = (await testDatabase()).connection;

const kinds = pgTable('kinds', {
  id: id(),
  words: text('words').array().notNull().default([]),
  answers: jsonb('answers').$type<unknown>(),
  hash: bytes('hash'),
  at: timestamptz('at').notNull(),
  hours: numeric('hours', { precision: 4, scale: 2, mode: 'number' }),
  size: smallint('size').notNull().default(3),
  note: text('note'),
  made: text('made').notNull().default(sql`gen_random_uuid()::text`),
});
await db.execute(sql`create table kinds (id uuid primary key, words text[] not null default '{}', answers jsonb, hash bytea,
  at timestamptz(3) not null, hours numeric(4, 2), size smallint not null default 3, note text, made text not null default 'x')`);

describe('preparedInsert', () => {
  const insert = preparedInsert(kinds);
  const row = { at: NOON, made: 'ahora' };
  const rows = {
    'nothing that is optional': {},
    nulls: { answers: null, hash: null, hours: null, note: null },
    'words with every sign': { words: ['a,b', '"c"', '{d}', "e'f", '\\g', '', 'ñ 🌱', 'null'] },
    bytes: { hash: Buffer.from([0, 1, 92, 120, 255]) },
    'nested JSON': { answers: [{ questionId: 'a', text: 'línea\n"dos"', at: null, many: [1, 2.5, true] }] },
    'a string as JSON': { answers: '{"not":"parsed"}' },
    numbers: { hours: 12.5, size: -7 },
    milliseconds: { at: new Date('2026-11-30T04:05:06.789Z') },
    'signs of SQL': { note: `$1 '; drop table kinds; -- \\ "` },
  };

  it.each(Object.entries(rows))('stores %s as an insert of drizzle does', async (_name, values) => {
    const [expected] = await db
      .insert(kinds)
      .values({ ...row, ...values })
      .returning();
    const given = { ...row, ...values, id: '01930000-0000-7000-8000-000000000001' };
    await insert(db, [given]);
    const [stored] = await db.select().from(kinds).where(eq(kinds.id, given.id));
    await db.delete(kinds).where(eq(kinds.id, given.id));
    expect({ ...stored, id: null }).toEqual({ ...expected, id: null });
  });

  it('makes an id of its own for each of many rows, with one statement', async () => {
    const returning = preparedInsert<typeof kinds, { id: string }>(kinds, all => sql`${all} returning id`);
    const ids = (
      await returning(
        db,
        Array.from({ length: 1_000 }, () => row),
      )
    ).map(one => one.id);
    expect(new Set(ids).size).toBe(1_000);
    expect(await returning(db, [])).toEqual([]);
  });

  it('stores all rows or none', async () => {
    const before = await db.$count(kinds);
    const same = { ...row, id: '01930000-0000-7000-8000-000000000002' };
    await expect(insert(db, [row, same, same])).rejects.toThrow('Failed query');
    expect(await db.$count(kinds)).toBe(before);
  });

  it('rejects a row without a value that only SQL could make', async () => {
    await expect(insert(db, [{ at: NOON }])).rejects.toThrow('made needs a value');
  });
});

describe('settleAll', () => {
  const values = () => db.execute<{ at: number }>(sql`select at from settled order by at`);
  const store = (at: number) => sql`insert into settled values (${at})`;

  it('runs the statements in their order and returns their results', async () => {
    const [one, two, three] = await db.transaction(tx =>
      settleAll([
        tx.execute(sql`create temp table numbers (n int) on commit drop`),
        tx.execute(sql`insert into numbers values (1), (2)`),
        tx.execute<{ sum: number }>(sql`select sum(n)::int from numbers`),
      ]),
    );
    expect([one.rows, two.rowCount, three.rows]).toEqual([[], 2, [{ sum: 3 }]]);
  });

  it('stores nothing if one fails, also what is sent after the failure', async () => {
    await db.execute(sql`create table settled (at int)`);
    const failing = db.transaction(tx => {
      const storeLater = async () => {
        for (const at of [2, 3, 4, 5]) await tx.execute(store(at)).catch(() => undefined);
      };
      return settleAll([tx.execute(store(1)), tx.execute(sql`select 1 / 0`), storeLater()]);
    });
    await expect(failing).rejects.toMatchObject({ cause: { message: 'division by zero' } });
    expect((await values()).rows).toEqual([]);
  });
});
