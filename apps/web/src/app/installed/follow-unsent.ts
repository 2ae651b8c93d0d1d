import type { QueryClient } from '@tanstack/react-query';
import { isUnsentKey } from '../../features/attendance/remembered-attendances.ts';
import { safeLocalStorage } from '../../lib/safe-storage.ts';

const RETRY_MS = 15_000;

/** Loads and starts the outbox as soon as this browser has a confirmation that was made without a network. */
export function followUnsent(queryClient: QueryClient): void {
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    const { startOutbox } = await import('./outbox.tsx');
    startOutbox(queryClient);
  };
  const startOrWait = () =>
    start().catch(() => {
      // Its code could not be loaded. An `online` event may come before the network works.
      isStarted = false;
      setTimeout(() => hasUnsent() && void startOrWait(), RETRY_MS);
    });
  addEventListener('storage', ({ key }) => isUnsentKey(key) && void startOrWait());
  addEventListener('online', () => hasUnsent() && void startOrWait());
  if (hasUnsent()) void startOrWait();
}

const hasUnsent = () => safeLocalStorage.keys().some(isUnsentKey);
