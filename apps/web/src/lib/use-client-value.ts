import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => {};

/**
 * `value`, or `serverValue` on the server and while its HTML is hydrated: for what the server cannot know, such as the
 * contents of this browser's storage. Renders again after hydration only if the two differ.
 */
export const useClientValue = <T extends string | boolean>(value: T, serverValue: T): T =>
  useSyncExternalStore(
    subscribeNever,
    () => value,
    () => serverValue,
  );
