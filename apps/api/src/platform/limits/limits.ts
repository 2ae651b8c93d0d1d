import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.ts';
import { countedKey } from './counted-key.ts';

/** So far apart the clocks of two machines may be. */
const SKEW_MS = 60_000;

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

  async function count(limit: Limit, who: string): Promise<void> {
    if (factor === 0) return;
    const limiter = limiterOf(limit);
    const key = countedKey(who);
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const longestMs = limit.seconds * 1000 + SKEW_MS;
      if (error.msBeforeNext <= longestMs) throw rateLimited(Math.max(1, error.msBeforeNext / 1000));
      // No window reaches further ahead: such a one was written when the clock was wrong.
      await pool.query('delete from rate_limits where key = $1 and expire > $2', [
        limiter.getKey(key),
        Date.now() + longestMs,
      ]);
      await count(limit, who);
    }
  }

  return { count };
}
