import type { Query } from '@tanstack/react-query';

/** Of when the answer is that was brought back for each. */
const moments = new WeakMap<Query, number>();

export const noteBroughtBack = (query: Query, at: number): void => void moments.set(query, at);

/** Does it still show what was brought back, because nothing newer has come? */
export const isBroughtBack = (query: Query): boolean => moments.get(query) === query.state.dataUpdatedAt;
