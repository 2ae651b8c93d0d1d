import { expect, it } from 'vitest';
import type { Transaction } from './database/connection.ts';
import { createDomainEvents, type Subscriptions } from './domain-events.ts';

const tx = {} as Transaction;
const none = [] as const;

/** Only the event `attendeeReplaced` has subscribers. */
const subscriptions = (attendeeReplaced: Subscriptions['attendeeReplaced']) => () =>
  new Proxy({ attendeeReplaced } as Subscriptions, {
    get: (target, name) => Reflect.get(target, name) ?? none,
  });

const replaced = {
  id: 'a',
  activityId: 'b',
  userId: null,
  name: null,
  email: null,
  status: 'confirmed' as const,
  hours: null,
  addition: null,
};

it('runs the subscribers one after another, in their order, with the transaction and the batch', async () => {
  const calls: unknown[] = [];
  const subscriber =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([`${name} starts`, ...args]);
      await Promise.resolve();
      calls.push(`${name} ends`);
    };
  const events = createDomainEvents(subscriptions([subscriber('first'), subscriber('second')]));
  await events.publish(tx, 'attendeeReplaced', [replaced]);
  expect(calls).toEqual([
    ['first starts', tx, [replaced]],
    'first ends',
    ['second starts', tx, [replaced]],
    'second ends',
  ]);
});

it('rejects with the error of a subscriber and does not run the ones after it', async () => {
  let isSecondRun = false;
  const events = createDomainEvents(
    subscriptions([
      () => Promise.reject(new Error('failed')),
      async () => {
        isSecondRun = true;
      },
    ]),
  );
  await expect(events.publish(tx, 'attendeeReplaced', [replaced])).rejects.toThrow('failed');
  expect(isSecondRun).toBe(false);
});

it('runs no subscriber for an empty batch', async () => {
  const events = createDomainEvents(subscriptions([() => Promise.reject(new Error('called'))]));
  await events.publish(tx, 'attendeeReplaced', []);
});
