import { expect, it } from 'vitest';
import { batch } from './batch.ts';

const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

/** Serves numbers by their double, each round only when it is let go. */
function held() {
  const rounds: { items: readonly number[]; letGo: () => void; fail: (error: Error) => void }[] = [];
  const double = batch(
    (items: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        rounds.push({ items, letGo: () => resolve(items.map(item => 2 * item)), fail: reject });
      }),
  );
  return { rounds, double };
}

/** Who has asked until now has been heard after it. */
const aMoment = () => new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)));

it('serves those of one moment together, and answers each', async () => {
  const { rounds, double } = held();
  const answers = Promise.all([1, 2, 3].map(double));
  await aMoment();
  expect(rounds.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  rounds[0]?.letGo();
  expect(await answers).toEqual([2, 4, 6]);
});

it('gathers who comes while two rounds are under way, fifty at most', async () => {
  const { rounds, double } = held();
  const answers = [];
  for (const number of [1, 2]) {
    answers.push(double(number));
    await aMoment();
  }
  for (let number = 3; number <= 60; number += 1) answers.push(double(number));
  await aMoment();
  expect(rounds.map(({ items }) => items)).toEqual([[1], [2]]);
  rounds[1]?.letGo();
  await aMoment();
  expect(rounds[2]?.items).toHaveLength(50);
  rounds[0]?.letGo();
  await aMoment();
  for (const { letGo } of rounds.slice(2)) letGo();
  expect(await Promise.all(answers)).toEqual(answers.map((_, index) => 2 * (index + 1)));
});

it('lets nobody fail for another', async () => {
  const served: (readonly number[])[] = [];
  const double = batch(async (items: readonly number[]) => {
    served.push(items);
    if (items.includes(2)) throw new Error('not 2');
    return items.map(item => 2 * item);
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(double));
  expect(outcomes).toMatchObject([{ value: 2 }, { reason: { message: 'not 2' } }, { value: 6 }]);
  expect(served).toEqual([[1, 2, 3], [1], [2], [3]]);
});

it('asks a database that went away nothing twice, and tells those who wait as well', async () => {
  const { rounds, double } = held();
  const asked = [double(1)];
  await aMoment();
  asked.push(double(2), double(3));
  await aMoment();
  asked.push(double(4));
  await aMoment();
  const outcomes = Promise.allSettled(asked);
  rounds[1]?.fail(away);
  await aMoment();
  expect(rounds).toHaveLength(2);
  rounds[0]?.letGo();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
});
