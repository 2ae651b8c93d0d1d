import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../features/accounts/session.ts';
import { startSending } from '../features/door/sending.ts';

/** Sends what the signed-in account noted at doors, as long as this page is open. */
export const sendDoorArrivals = (queryClient: QueryClient): void =>
  startSending(queryClient, () => queryClient.getQueryData(sessionQuery.queryKey)?._id);
