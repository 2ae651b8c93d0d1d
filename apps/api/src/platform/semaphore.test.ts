import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { createSemaphore } from './semaphore.ts';

describe('semaphore', () => {
  it('runs two of twenty tasks at the same time, in order', async () => {
    const semaphore = createSemaphore(2, 18);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = Array.from({ length: 20 }, (_, number) =>
      semaphore.run(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(number);
        await setImmediate();
        running -= 1;
      }),
    );
    await Promise.all(work);
    expect(most).toBe(2);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('lets callers take turns, each in its own order', async () => {
    const semaphore = createSemaphore(1, 20);
    const order: string[] = [];
    const calls = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
    await Promise.all(calls.map(call => semaphore.run(async () => void order.push(call), call[0])));
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('throws 503 when too many tasks of one caller wait, and takes those of others', async () => {
    const semaphore = createSemaphore(1, 10, 2);
    const call = (key: string) =>
      semaphore.run(async () => key, key).catch((error: AppError) => error.status);
    const results = await Promise.all(['a', 'a', 'a', 'a', 'b', 'a', 'b'].map(call));
    expect(results).toEqual(['a', 'a', 'a', 503, 'b', 503, 'b']);
  });

  it('throws 503 when too many tasks wait, and continues after a failure', async () => {
    const semaphore = createSemaphore(1, 1);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')));
    const waiting = semaphore.run(async () => 'done');
    const rejection = await semaphore.run(async () => 'never').catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(AppError);
    expect(rejection).toMatchObject({ status: 503 });
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
    await expect(semaphore.run(async () => 'again')).resolves.toBe('again');
  });
});
