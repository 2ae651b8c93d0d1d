import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Stored in the query cache, which is reset when the next session starts and collects unused entries. */
const signedOutKey = ['signed-out'];

export const hasSignedOut = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(signedOutKey) === true;

export const markSignedOut = (queryClient: QueryClient): void =>
  void queryClient.setQueryData(signedOutKey, true);

/** Whether the user had just signed out when this screen was mounted. */
export function useHasSignedOut(): boolean {
  const queryClient = useQueryClient();
  return useState(() => hasSignedOut(queryClient))[0];
}
