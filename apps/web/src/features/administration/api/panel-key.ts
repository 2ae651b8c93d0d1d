import type { QueryClient } from '@tanstack/react-query';

/** Below it lies all that administration knows: an action may change any of it. */
export const panelKey = ['administration-panel'] as const;

/**
 * After an action: the list on the screen is asked for anew, with its filters; all else, the statistics and what other
 * screens show, at its next visit. Never fails.
 */
export async function refreshPanel(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await queryClient.refetchQueries({ queryKey: panelKey, type: 'active' });
}
