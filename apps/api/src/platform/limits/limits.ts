import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.ts';

/** How many times in how many seconds; `RATE_LIMIT_FACTOR` multiplies the times. */
export interface Limit {
  readonly name: string;
  readonly times: number;
  readonly seconds: number;
}

export interface Limits {
  /** Counts one more try by `who`; one too many is refused with 429 and the time to wait. */
  count(limit: Limit, who: string): Promise<void>;
}

/** Counters in PostgreSQL, shared by all processes. A factor of 0 turns them off. */
export function createLimits(pool: pg.Pool, factor: number): Limits {
  const limiters = new Map<Limit, RateLimiterPostgres>();

  function limiterOf(limit: Limit): RateLimiterPostgres {
    const known = limiters.get(limit);
    if (known !== undefined) return known;
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

  return {
    async count(limit, who) {
      if (factor === 0) return;
      try {
        await limiterOf(limit).consume(keyOf(who));
      } catch (error) {
        if (error instanceof RateLimiterRes) throw rateLimited(Math.max(1, error.msBeforeNext / 1000));
        throw error;
      }
    },
  };
}

/** Hashed, so that no address is kept; an IPv6 visitor owns a whole /64 and counts as one. */
function keyOf(who: string): string {
  const counted = isIPv6(who) ? ipv6Network(who) : who;
  return createHash('sha256').update(counted).digest('base64url');
}

function ipv6Network(address: string): string {
  if (address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
