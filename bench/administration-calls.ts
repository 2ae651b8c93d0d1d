import {
  countByStatus,
  countPromoted,
  listForModeration,
} from '../apps/api/src/modules/activities/moderation-repository.ts';
import { allAttendances } from '../apps/api/src/modules/administration/attendance-service.ts';
import { lastCounted } from '../apps/api/src/modules/administration/statistics-repository.ts';
import { countUsers, listUsers } from '../apps/api/src/modules/administration/user-repository.ts';
import { lastWeeks } from '../apps/api/src/modules/administration/week-rules.ts';
import type { Database } from '../apps/api/src/platform/database/connection.ts';
import { localDay } from '../apps/api/src/platform/local-time.ts';

/** One call of administration: where it is asked over HTTP, and what it asks of the database. */
export interface Call {
  readonly name: string;
  readonly path: string;
  readonly ask: (db: Database) => Promise<unknown>;
}

/** Rows that filters name. */
export interface Named {
  readonly activityId: string;
  readonly userId: string;
  /** A day on which both activities and attendances are. */
  readonly day: string;
}

export const TIME_ZONE = 'America/Bogota';
const LIMIT = 10;

export const administrationCalls = (named: Named): Call[] => [
  ...userCalls(),
  ...activityCalls(named),
  ...attendanceCalls(named),
];

function userCalls(): Call[] {
  const list = (
    name: string,
    asked: { role?: 'user' | 'admin'; status?: 'active' | 'inactive'; search?: string; offset?: number },
  ) => {
    const { role, status, search = '', offset = 0 } = asked;
    return {
      name: `users, ${name}`,
      path: address('users', asked),
      ask: (db: Database) => listUsers(db, { role, status, search }, { limit: LIMIT, offset }),
    };
  };
  return [
    list('first page', {}),
    list('role admin', { role: 'admin' }),
    list('inactive', { status: 'inactive' }),
    list('search "muñoz"', { search: 'muñoz' }),
    list('search "persona4242"', { search: 'persona4242' }),
    list('search "a"', { search: 'a' }),
    list('page 9,900', { offset: 99_000 }),
    {
      name: 'users, statistics',
      path: address('users/stats'),
      ask: db => countUsers(db, lastWeeks(new Date(), TIME_ZONE)),
    },
  ];
}

function activityCalls({ day: date }: Named): Call[] {
  const list = (
    name: string,
    asked: {
      status?: 'pending' | 'rejected';
      promoted?: boolean;
      search?: string;
      date?: string;
      offset?: number;
    },
  ) => {
    const { status, promoted, search = '', date: day, offset = 0 } = asked;
    const filter = {
      status,
      isPromoted: promoted,
      search,
      day: day === undefined ? undefined : localDay(day, TIME_ZONE),
    };
    return {
      name: `activities, ${name}`,
      path: address('activities', asked),
      ask: (db: Database) => listForModeration(db, filter, new Date(), { limit: LIMIT, offset }),
    };
  };
  return [
    list('first page', {}),
    list('pending', { status: 'pending' }),
    list('rejected', { status: 'rejected' }),
    list('promoted', { promoted: true }),
    list('not promoted', { promoted: false }),
    list('of a day', { date }),
    list('search, ten hits', { search: 'yarumal' }),
    list('search, one in a hundred', { search: 'humedal' }),
    list('search, misspelt', { search: 'yarumla' }),
    list('search, nearly all', { search: 'vereda' }),
    list('page 9,900', { offset: 99_000 }),
    {
      name: 'activities, statistics',
      path: address('activities/stats'),
      ask: async db => [await countByStatus(db), await countPromoted(db, new Date())],
    },
  ];
}

function attendanceCalls({ activityId, userId, day: date }: Named): Call[] {
  const list = (
    name: string,
    asked: { activityId?: string; userId?: string; date?: string; offset?: number },
  ) => {
    const { activityId, userId, date: day, offset = 0 } = asked;
    const filter = { activityId, userId, day: day === undefined ? undefined : localDay(day, TIME_ZONE) };
    return {
      name: `attendances, ${name}`,
      path: address('attendances', asked),
      ask: (db: Database) =>
        allAttendances({ db, clock: () => new Date() }, filter, { limit: LIMIT, offset }),
    };
  };
  return [
    list('first page', {}),
    list('of the busiest activity', { activityId }),
    list('of a person', { userId }),
    list('of a day', { date }),
    list('page 50,000', { offset: 500_000 }),
    list('page 99,900', { offset: 999_000 }),
    { name: 'attendances, statistics', path: address('attendances/stats'), ask: lastCounted },
  ];
}

function address(what: string, asked: Record<string, string | number | boolean> = {}): string {
  const query = new URLSearchParams(what.includes('/') ? {} : { limit: String(LIMIT) });
  for (const [name, value] of Object.entries(asked)) query.set(name, String(value));
  return `/api/admin-panel/${what}?${query}`;
}
