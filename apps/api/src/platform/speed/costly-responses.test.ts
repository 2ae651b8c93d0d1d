import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createTurns, jsonParts, SHORT_LIST, serializeRows } from './costly-responses.ts';

const rows = fc.array(fc.record({ name: fc.string(), hours: fc.integer() }), { maxLength: 4 * SHORT_LIST });

describe('a response in parts', () => {
  it('is the JSON of the whole', async () => {
    const body = z.object({ title: z.string(), note: z.optional(z.string()), rows: z.array(z.any()) });
    await fc.assert(
      fc.asyncProperty(rows, fc.string(), async (rows, title) => {
        const list = await serializeRows(rows, some => JSON.stringify(some));
        expect(list.join('')).toBe(JSON.stringify(rows));
        const parts: string[] = [];
        for await (const part of jsonParts(body, { title, rows })) parts.push(part);
        expect(parts.join('')).toBe(JSON.stringify({ title, rows }));
      }),
      { numRuns: 50 },
    );
  });

  it('leaves other requests their turn while it is written', async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    const slowly = (some: readonly unknown[]) => {
      const until = performance.now() + 3;
      while (performance.now() < until);
      return JSON.stringify(some);
    };
    await serializeRows(
      Array.from({ length: 500 }, (_, n) => n),
      slowly,
    );
    clearInterval(timer);
    // Serialisation takes 100 times 3 ms, with a pause after each 5 ms.
    expect(others).toBeGreaterThan(20);
  });
});

describe('costly tasks of many callers', () => {
  it('run two at a time, with a pause before each', async () => {
    const inTurn = createTurns();
    const [running, seen] = [new Set<number>(), new Set<number>()];
    const task = (n: number) => async () => {
      running.add(n);
      seen.add(running.size);
      await Promise.resolve();
      running.delete(n);
    };
    const all = Array.from({ length: 30 }, (_, n) => inTurn(task(n), `caller ${n % 5}`));
    expect(running.size).toBe(0);
    await Promise.all(all);
    expect(Math.max(...seen)).toBeLessThanOrEqual(2);
  });

  it('are refused with 503 beyond 40 that wait of one caller, who does not delay another', async () => {
    const inTurn = createTurns();
    const ended: string[] = [];
    const many = Array.from({ length: 60 }, () => inTurn(async () => void ended.push('many'), 'many'));
    const one = inTurn(async () => void ended.push('one'), 'one');
    const outcomes = await Promise.allSettled([...many, one]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(18);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 503 } });
    expect(ended.indexOf('one')).toBeLessThan(5);
  });
});
