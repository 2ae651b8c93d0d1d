import { expect, it } from 'vitest';
import { inTurn } from './in-turn.ts';

const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

/** Two are served at once, each until it is let go. */
function held() {
  const take = inTurn(2);
  const begun: string[] = [];
  const served = new Map<string, PromiseWithResolvers<string>>();
  const ask = (name: string) =>
    take(() => {
      const outcome = Promise.withResolvers<string>();
      begun.push(name);
      served.set(name, outcome);
      return outcome.promise;
    });
  const letGo = (name: string) => served.get(name)?.resolve(name);
  const fail = (name: string, error: Error) => served.get(name)?.reject(error);
  return { begun, ask, letGo, fail };
}

/** Whoever has a turn by now has begun after it. */
const aMoment = () => new Promise<void>(resolve => setImmediate(resolve));

it('serves so many at once, and the others in the order in which they came', async () => {
  const { begun, ask, letGo } = held();
  const outcomes = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
  await aMoment();
  expect(begun).toEqual(['a', 'b']);
  letGo('b');
  await aMoment();
  expect(begun).toEqual(['a', 'b', 'c']);
  letGo('a');
  letGo('c');
  await aMoment();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  letGo('d');
  letGo('e');
  expect(await outcomes).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('gives a turn to nobody who comes just when it is handed on', async () => {
  const { begun, ask, letGo } = held();
  const outcomes = [ask('a'), ask('b'), ask('c')];
  await aMoment();
  letGo('a');
  void outcomes[0]?.then(() => outcomes.push(ask('late')));
  await aMoment();
  expect(begun).toEqual(['a', 'b', 'c']);
  letGo('b');
  await aMoment();
  expect(begun).toEqual(['a', 'b', 'c', 'late']);
});

it('goes on after one that fails', async () => {
  const { begun, ask, fail, letGo } = held();
  const [first, , third] = [ask('a'), ask('b'), ask('c')];
  await aMoment();
  fail('a', new Error('not this one'));
  await expect(first).rejects.toThrow('not this one');
  await aMoment();
  expect(begun).toEqual(['a', 'b', 'c']);
  letGo('c');
  expect(await third).toBe('c');
});

it('keeps nobody waiting for a database that went away, and serves them when it is back', async () => {
  const { begun, ask, fail, letGo } = held();
  const asked = Promise.allSettled(['a', 'b', 'c', 'd'].map(ask));
  await aMoment();
  fail('a', away);
  fail('b', away);
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(begun).toEqual(['a', 'b']);
  const again = Promise.all(['e', 'f', 'g'].map(ask));
  await aMoment();
  expect(begun).toEqual(['a', 'b', 'e', 'f']);
  for (const name of ['e', 'f']) letGo(name);
  await aMoment();
  letGo('g');
  expect(await again).toEqual(['e', 'f', 'g']);
});
