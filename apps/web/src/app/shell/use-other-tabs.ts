import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { syncWithOtherTabs } from '../../features/accounts/api/session.ts';

/** Who signs in or out in one tab does so in all of them. */
export function useOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(() => syncWithOtherTabs(queryClient), [queryClient]);
}
