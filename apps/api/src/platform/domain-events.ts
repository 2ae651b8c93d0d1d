import type { Transaction } from './database/connection.ts';

/**
 * The events by name, with the type of one item of the batch. Each module adds the events that it publishes in its `events.ts`.
 * @public extended by declaration merging
 */
export interface DomainEventMap extends Record<never, never> {}

type Name = keyof DomainEventMap;

/** Runs in the publisher's transaction, so that its writes are committed with the cause or not at all. */
type Subscriber<Item> = (tx: Transaction, batch: readonly Item[]) => Promise<void>;

/** The subscribers of every event, in the order in which they run. */
export type Subscriptions = { readonly [N in Name]: readonly Subscriber<DomainEventMap[N]>[] };

export interface DomainEvents {
  /** Runs the subscribers one after another. An error in one of them rolls the transaction back. */
  publish<N extends Name>(tx: Transaction, name: N, batch: readonly DomainEventMap[N][]): Promise<void>;
}

/**
 * Creates synchronous events inside one transaction and one process. `subscriptions` is called once, with the first event, since
 * subscribers need the platform, which has these events.
 */
export function createDomainEvents(subscriptions: () => Subscriptions): DomainEvents {
  let subscribers: Subscriptions | undefined;
  return {
    async publish(tx, name, batch) {
      if (batch.length === 0) return;
      subscribers ??= subscriptions();
      for (const subscriber of subscribers[name]) await subscriber(tx, batch);
    },
  };
}
