// Guards of stored values, for the first screens, which do without schemas (chunk-groups.ts).

export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = value => typeof value === 'string';

export const isRecord: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf =
  <T>(isItem: Guard<T>): Guard<T[]> =>
  value =>
    Array.isArray(value) && value.every(isItem);

export const recordOf =
  <T>(isItem: Guard<T>): Guard<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isRecord(value) && Object.values(value).every(isItem);
