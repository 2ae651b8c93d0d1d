import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { createSemaphore } from './semaphore.ts';

describe('gate', () => {
  it('lets two of twenty run at the same time, in their order', async () => {
    const gate = createSemaphore(2, 18);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = Array.from({ length: 20 }, (_, number) =>
      gate.run(async () => {
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

  it('refuses with 503 when too many wait, and goes on after a failure', async () => {
    const gate = createSemaphore(1, 1);
    const failing = gate.run(() => Promise.reject(new Error('broken')));
    const waiting = gate.run(async () => 'done');
    const refused = await gate.run(async () => 'never').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ status: 503 });
    await expect(failing).rejects.toThrow('broken');
    await expect(waiting).resolves.toBe('done');
    await expect(gate.run(async () => 'again')).resolves.toBe('again');
  });
});
