import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { domainToASCII } from 'node:url';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
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

export interface Limits {
  /**
   * Counts one call by `subjects` (email, account id or IP address; several are one counter per combination). Throws 429 with
   * the time to wait if it exceeds the limit.
   */
  count(limit: Limit, ...subjects: readonly string[]): Promise<void>;
  /** Counts one call as `count` does. Returns false if it exceeds the limit, instead of throwing 429. */
  tryCount(limit: Limit, ...subjects: readonly string[]): Promise<boolean>;
  /** Counts the different `item`s of a subject: an item that was already counted in the period is not counted again. */
  countDifferent(limit: Limit, subject: string, item: string): Promise<void>;
}

/** Counters in PostgreSQL, shared by all processes. A factor of 0 turns them off. */
export function createLimits(pool: pg.Pool, factor: number): Limits {
  const limiters = new Map<Limit, RateLimiterPostgres>();

  function limiterOf(limit: Limit): RateLimiterPostgres {
    const existing = limiters.get(limit);
    if (existing !== undefined) return existing;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: limit.name,
      points: Math.max(1, Math.floor(limit.times * factor)),
      duration: limit.seconds,
      clearExpiredByTimeout: limiters.size === 0,
    });
    limiters.set(limit, limiter);
    return limiter;
  }

  async function count(limit: Limit, ...subjects: readonly string[]): Promise<void> {
    if (factor === 0) return;
    const limiter = limiterOf(limit);
    const key = rateLimitKey(...subjects);
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const maxWaitMs = limit.seconds * 1000 + CLOCK_SKEW_MS;
      if (error.msBeforeNext <= maxWaitMs)
        throw rateLimited(Math.max(1, error.msBeforeNext / 1000), limit.reason);
      // A window cannot end later than this, so the row was written while a clock was wrong.
      await pool.query('delete from rate_limits where key = $1 and expire > $2', [
        limiter.getKey(key),
        Date.now() + maxWaitMs,
      ]);
      await count(limit, ...subjects);
    }
  }

  async function tryCount(limit: Limit, ...subjects: readonly string[]): Promise<boolean> {
    try {
      await count(limit, ...subjects);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
      throw error;
    }
  }

  async function countDifferent(limit: Limit, subject: string, item: string): Promise<void> {
    if (factor === 0) return;
    const limiter = limiterOf(limit);
    const itemKey = rateLimitKey(subject, item);
    if ((await limiter.get(itemKey)) !== null) return;
    await count(limit, subject);
    // The item is marked after the subject is counted, so that no concurrent call finds the mark of an item that is rejected.
    const { consumedPoints } = await limiter.penalty(itemKey, 1);
    // A concurrent call has counted the same item.
    if (consumedPoints > 1) await limiter.reward(rateLimitKey(subject), 1);
  }

  return { count, tryCount, countDifferent };
}
