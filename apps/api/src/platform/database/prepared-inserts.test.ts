import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';

const { connection } = await testDatabase();
await connection.db.execute(sql`create table things (name text unique)`);

const insertion = (name: string) => sql`insert into things (name) values (${name}) returning name`;
const inCte = (name: string) =>
  sql`with added as (insert into things (name) values (${name}) returning name) select name from added`;
const reading = (name: string) =>
  sql`with found as (select name from things where name = ${name}) select name from found`;

/** The statements on `things` that PostgreSQL has planned in the connection of this transaction, after these. */
const preparedAfter = (statements: ReturnType<typeof sql>[]) =>
  connection.db.transaction(async tx => {
    for (const statement of statements) await tx.execute(statement);
    const { rows } = await tx.execute<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like '%things%' and statement not like '%pg_prepared%'`,
    );
    return rows.map(({ statement }) => statement.slice(0, 12)).sort();
  });

const many = <T>(make: (name: string) => T, prefix: string): T[] =>
  Array.from({ length: 10 }, (_, n) => make(`${prefix}${n}`));

it('plans an insertion that is used again once in a connection, also one in a common table expression', async () => {
  expect(await preparedAfter([insertion('a'), inCte('b')])).toEqual([]);
  expect(await preparedAfter([...many(insertion, 'c'), ...many(inCte, 'd')])).toEqual([
    'insert into ',
    'with added a',
  ]);
});

it('leaves readings and long insertions as they are', async () => {
  const long = (name: string) =>
    sql`insert into things (name) values (${name}) /* ${sql.raw('x'.repeat(4000))} */`;
  const before = await preparedAfter([]);
  expect(await preparedAfter([...many(reading, 'e'), ...many(long, 'f')])).toEqual(before);
});

it('a prepared insertion that fails can be repeated', async () => {
  await expect(connection.db.execute(insertion('a'))).rejects.toThrow();
  const { rows } = await connection.db.execute(insertion('g'));
  expect(rows).toEqual([{ name: 'g' }]);
});
