import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { domainToASCII } from 'node:url';
import type pg from 'pg';
import { AppError, rateLimited } from '../errors.ts';

const GMAIL = 'gmail.com';
const GMAIL_DOMAINS: ReadonlySet<string> = new Set([GMAIL, 'googlemail.com']);

/**
 * Returns the mailbox of an e-mail address, by which limits count: the result is the same for all spellings that reach one mailbox. Ignores
 * case, a `+tag`, the dots of Gmail, and whether an international domain is in Unicode or Punycode. The result is for counting only: some
 * mail servers have no tags, so two addresses with the same result may belong to two people.
 */
export function foldAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const written = email.slice(0, at).normalize('NFKC').toLowerCase();
  const domain = foldDomain(email.slice(at + 1));
  // If no text precedes the '+', the tag is the name.
  const name = written.replace(/(?<=.)\+.*$/su, '');
  if (!GMAIL_DOMAINS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '') || name}@${GMAIL}`;
}

function foldDomain(domain: string): string {
  // `domainToASCII` returns '' if the text is not a domain.
  const ascii = domainToASCII(domain) || domain.toLowerCase();
  return ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
}

/**
 * Returns the key of a rate limit counter for email addresses, account ids and IP addresses. It is hashed, so that the table
 * contains no personal data. IP addresses are normalised, and IPv6 addresses of one /64 network share a key, since one visitor
 * controls all of them. All spellings of an email address that reach one mailbox share a key too (`foldAddress`).
 */
export const rateLimitKey = (...subjects: readonly string[]): string =>
  createHash('sha256').update(subjects.map(normalised).join(' ')).digest('base64url');

function normalised(subject: string): string {
  if (isIPv6(subject)) return ipv6Network(subject);
  return subject.includes('@') ? foldAddress(subject) : subject;
}

function ipv6Network(text: string): string {
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  // A dual-stack socket reports IPv4 clients in this form.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length);
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** The maximum difference between the clocks of two machines. */
const CLOCK_SKEW_MS = 60_000;

/** Allows `times` calls in `seconds`; `RATE_LIMIT_FACTOR` multiplies `times`. */
export interface Limit {
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
  /** The start of the 429's message; 'Demasiados intentos.' by default. */
  readonly reason?: string;
}

/** A call to count by `subjects` (email, account id or IP address; several are one counter per combination). */
export interface Count {
  readonly limit: Limit;
  readonly subjects: readonly string[];
  /** If present, the call counts only if this item of the subjects was not counted in the period. */
  readonly item?: string;
}

export interface Limits {
  /** Counts one call by `subjects`. Throws 429 with the time to wait if it exceeds the limit. */
  count(limit: Limit, ...subjects: readonly string[]): Promise<void>;
  /**
   * Counts one call in several counters, in one statement and transaction. Throws 429 for the first that exceeds its limit, and does
   * not count the ones after it.
   */
  countAll(counts: readonly Count[]): Promise<void>;
  /** Counts one call as `count` does. Returns false if it exceeds the limit, instead of throwing 429. */
  tryCount(limit: Limit, ...subjects: readonly string[]): Promise<boolean>;
}

/**
 * SQL: the window of `row` has not ended. It cannot end later than the clock skew after the window that `started` now, so a row with a
 * later end was written while a clock was wrong.
 */
const inForce = (row: string, started: string): string =>
  `${row}.expire > $5::bigint and ${row}.expire <= ${started}.expire + ${CLOCK_SKEW_MS}`;

/** SQL: counts the inserted points from the row's own, or from 0 if its window has ended. */
const COUNT_ON = `on conflict (key) do update set
  points = case when ${inForce('row', 'excluded')} then row.points else 0 end + excluded.points,
  expire = case when ${inForce('row', 'excluded')} then row.expire else excluded.expire end
  returning key, points, expire`;

/**
 * Counts in all counters and returns those that exceed their limit, and those whose item a concurrent call has counted too. An item is
 * marked after its subject is counted, so that no concurrent call finds the mark of an item that is rejected. All calls lock rows in one
 * order, counters before marks, which prevents deadlocks.
 */
const COUNT = `
  with input as (
    select key, item, max, $5::bigint + ms as expire, n
    from unnest($1::text[], $2::text[], $3::int[], $4::bigint[]) with ordinality as input (key, item, max, ms, n)
  ), uncounted as (
    -- The rows are read by their key alone: the statement is prepared while the table may be empty, and would scan it or the other index.
    select input.*, count(*) over (partition by key order by n) + coalesce(
        (select case when ${inForce('counter', 'input')} then points end from rate_limits as counter where counter.key = input.key), 0) as points
    from input
    where (select ${inForce('mark', 'input')} from rate_limits as mark where mark.key = item) is not true
  ), counting as (
    select * from uncounted
    where not exists (select from uncounted as earlier where earlier.n < uncounted.n and earlier.points > earlier.max)
  ), counted as (
    insert into rate_limits as row (key, points, expire)
    select key, count(*), max(expire) from counting group by key order by key ${COUNT_ON}
  ), outcomes as (
    select n, item, max, counting.expire as window_end, counted.expire,
      counted.points - count(*) over (partition by key) + count(*) over (partition by key order by n) as points
    from counting join counted using (key)
  ), marked as (
    insert into rate_limits as row (key, points, expire)
    select item, 1, window_end from outcomes where item is not null and points <= max order by item ${COUNT_ON}
  )
  select n::int, outcomes.points > max as "isExceeded", outcomes.expire::float8
  from outcomes left join marked on marked.key = item
  where outcomes.points > max or marked.points > 1 order by n`;

interface Exception {
  /** The number of the counter, from 1. */
  readonly n: number;
  /** False if a concurrent call has counted the same item. */
  readonly isExceeded: boolean;
  /** The end of the counter's window in milliseconds since 1970. */
  readonly expire: number;
}

const SWEEP_INTERVAL_MS = 5 * 60_000;
/** The time after which expired counters are deleted, by whichever clock they were written. */
const SWEEP_AGE_MS = 60 * 60_000;

/** Counters in PostgreSQL, shared by all processes. A factor of 0 turns them off. */
export function createLimits(pool: pg.Pool, factor: number): Limits {
  // A failed sweep is repeated by the next one.
  const sweep = () =>
    pool
      .query('delete from rate_limits where expire < $1', [Date.now() - SWEEP_AGE_MS])
      .catch(() => undefined);
  setInterval(sweep, SWEEP_INTERVAL_MS).unref();

  async function countAll(counts: readonly Count[]): Promise<void> {
    if (factor === 0 || counts.length === 0) return;
    const now = Date.now();
    const keys = counts.map(({ limit, subjects }) => `${limit.name}:${rateLimitKey(...subjects)}`);
    const { rows } = await pool.query<Exception>({
      name: 'count_calls',
      text: COUNT,
      values: [
        keys,
        counts.map(({ limit, subjects, item }) =>
          item === undefined ? null : `${limit.name}:${rateLimitKey(...subjects, item)}`,
        ),
        counts.map(({ limit }) => Math.max(1, Math.floor(limit.times * factor))),
        counts.map(({ limit }) => limit.seconds * 1000),
        now,
      ],
    });
    for (const { n, isExceeded } of rows)
      if (!isExceeded)
        await pool.query('update rate_limits set points = points - 1 where key = $1', [keys[n - 1]]);
    const first = rows.find(({ isExceeded }) => isExceeded);
    if (first !== undefined)
      throw rateLimited(Math.max(1, (first.expire - now) / 1000), counts[first.n - 1]?.limit.reason);
  }

  const count: Limits['count'] = (limit, ...subjects) => countAll([{ limit, subjects }]);

  return {
    count,
    countAll,
    async tryCount(limit, ...subjects) {
      try {
        await count(limit, ...subjects);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
        throw error;
      }
    },
  };
}
