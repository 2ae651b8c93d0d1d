import type { QueryClient } from '@tanstack/react-query';

/** Prefix of every administration query: an action may change any of them. */
export const panelKey = ['administration-panel'] as const;

/** Prefix of the queries of figures and of the tabs' numbers, which no action waits for. */
export const figuresKey = ['administration-figures'] as const;

/** Called after an action: refetches the visible list and invalidates all other queries for their next use. Never rejects. */
export async function refreshPanel(queryClient: QueryClient): Promise<void> {
  // A first request of before the action would be awaited instead of a refetch.
  await queryClient.cancelQueries({ queryKey: panelKey });
  await queryClient.invalidateQueries({ refetchType: 'none' });
  void queryClient.refetchQueries({ queryKey: figuresKey, type: 'active' });
  await queryClient.refetchQueries({ queryKey: panelKey, type: 'active' });
}
