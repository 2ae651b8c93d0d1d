import type { Query } from '@tanstack/react-query';

const restoredAt = new WeakMap<Query, number>();

/** `dataUpdatedAt` is that of the restored data. */
export const markRestored = (query: Query, dataUpdatedAt: number): void =>
  void restoredAt.set(query, dataUpdatedAt);

/** Whether the query still shows restored data, because no response has arrived since. */
export const isRestored = (query: Query): boolean => restoredAt.get(query) === query.state.dataUpdatedAt;
