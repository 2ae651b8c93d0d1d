import { asc, eq, sql } from 'drizzle-orm';
import { alias, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { compileMapping } from './row-mapper.ts';

const parents = pgTable('mapped_parents', {
  id: integer('id').primaryKey(),
  bornAt: timestamp('born_at', { withTimezone: true }),
  tags: text('tags').array().notNull(),
  ref: uuid('ref'),
});
const children = pgTable('mapped_children', {
  id: integer('id').primaryKey(),
  parentId: integer('parent_id').notNull(),
  nickname: text('nickname'),
  isTall: boolean('is_tall').notNull(),
});

describe('compiled mapping', async () => {
  const { db } = (await testApp()).platform;
  await db.execute(
    sql`create table mapped_parents (id int primary key, born_at timestamptz, tags text[] not null, ref uuid)`,
  );
  await db.execute(
    sql`create table mapped_children (id int primary key, parent_id int not null, nickname text, is_tall boolean not null)`,
  );
  await db.insert(parents).values([
    { id: 1, bornAt: new Date('2026-11-30T12:00:00.123Z'), tags: ['a', 'b,"c"'], ref: crypto.randomUUID() },
    { id: 2, bornAt: null, tags: [], ref: null },
  ]);
  await db.insert(children).values({ id: 7, parentId: 1, nickname: null, isTall: true });
  const friend = alias(children, 'friend');

  it.each([
    [
      'columns and expressions',
      () =>
        db
          .select({
            id: parents.id,
            bornAt: parents.bornAt,
            double: sql<number>`${parents.id} * 2`,
            text: sql`${parents.id}`.mapWith(String),
            named: sql<number>`1`.as('named'),
          })
          .from(parents)
          .orderBy(asc(parents.id)),
    ],
    [
      'a joined table without a row',
      () =>
        db
          .select({ parent: parents, child: children })
          .from(parents)
          .leftJoin(children, eq(children.parentId, parents.id))
          .orderBy(asc(parents.id)),
    ],
    [
      'a joined table whose first column is null',
      () =>
        db
          .select({ id: parents.id, child: { nickname: children.nickname, isTall: children.isTall } })
          .from(parents)
          .leftJoin(children, eq(children.parentId, parents.id))
          .orderBy(asc(parents.id)),
    ],
    [
      'columns of two tables in an object',
      () =>
        db
          .select({ id: parents.id, both: { child: children.id, tags: parents.tags } })
          .from(parents)
          .leftJoin(children, eq(children.parentId, parents.id))
          .orderBy(asc(parents.id)),
    ],
    [
      'expressions in an object',
      () =>
        db
          .select({ id: parents.id, child: { count: sql<number>`0`, id: children.id } })
          .from(parents)
          .leftJoin(children, eq(children.parentId, parents.id))
          .orderBy(asc(parents.id)),
    ],
    [
      'a table under another name',
      () =>
        db
          .select({ parent: parents, friend })
          .from(parents)
          .leftJoin(friend, eq(friend.parentId, parents.id))
          .orderBy(asc(parents.id)),
    ],
    [
      'an inner join',
      () =>
        db
          .select({ parent: parents, child: children })
          .from(parents)
          .innerJoin(children, eq(children.parentId, parents.id)),
    ],
    [
      'deeper objects',
      () =>
        db
          .select({ a: { b: { id: parents.id } } as never, id: parents.id })
          .from(parents)
          .orderBy(asc(parents.id)),
    ],
  ])('returns the objects of drizzle: %s', async (_name, query) => {
    const expected = await query().prepare('').execute();
    expect(expected.length).toBeGreaterThan(0);
    const mapped = await compileMapping(query().prepare('')).execute();
    expect(mapped).toStrictEqual(expected);
    expect(JSON.stringify(mapped)).toBe(JSON.stringify(expected));
  });

  it('replaces the mapping of drizzle, not only its name', () => {
    const prepared = db.select({ id: parents.id }).from(parents).prepare('');
    expect(Reflect.get(compileMapping(prepared), 'customResultMapper')([[1], [2]])).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });
});
