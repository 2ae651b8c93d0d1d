import { asc, inArray, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import * as tables from './schema.ts';

// Other modules compose these sub-selects, which PostgreSQL merges into the statement. They cannot be written, and rows are locked
// by functions of this module (docs/decisions/0080-owners-of-tables.md).

const query = new QueryBuilder();
const { id, username, email, role, isActive, createdAt } = tables.users;

/** The accounts without their secrets, under a name by which a statement can join them twice. */
export const usersAs = <Name extends string>(name: Name) =>
  query.select({ id, username, email, role, isActive, createdAt }).from(tables.users).as(name);

export const users = usersAs('users');

/** The devices of the accounts' sessions. */
export const sessions = query
  .select({ id: tables.sessions.id, userAgent: tables.sessions.userAgent })
  .from(tables.sessions)
  .as('sessions');

/** Locks accounts, given by their ids or a sub-select of these, in the order in which every transaction locks accounts. */
export const lockAccounts = (
  tx: Transaction,
  ids: readonly string[] | SQLWrapper,
  strength: 'key share' | 'no key update',
  options: { readonly skipLocked?: true } = {},
) =>
  tx
    .select({ id, username, email, isActive })
    .from(tables.users)
    .where(inArray(id, 'getSQL' in ids ? ids : [...ids]))
    .orderBy(asc(id))
    .for(strength, options);
