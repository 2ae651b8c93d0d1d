import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Kept with what was fetched: it goes when the next session begins, or after a while. */
const signedOutKey = ['signed-out'];

export const hasSignedOut = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(signedOutKey) === true;

/** Called once the session is over here. */
export const rememberSignOut = (queryClient: QueryClient): void =>
  void queryClient.setQueryData(signedOutKey, true);

/** Did the person who comes to this screen leave by themselves a moment ago? */
export function useHasSignedOut(): boolean {
  const queryClient = useQueryClient();
  return useState(() => hasSignedOut(queryClient))[0];
}
