import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../features/accounts/session.ts';
import { isUnsentKey } from '../../features/attendance/remembered-attendances.ts';
import { sendUnsent, unsentOf } from '../../features/attendance/unsent.ts';
import { outbox } from '../shell/slots.ts';
import { onSession } from './on-session.ts';
import { OutboxNotices } from './outbox-notices.tsx';

const RETRY_MS = 20_000;

/** Shows the viewer's confirmations that were made without a network, and sends them when there is one. */
export function startOutbox(queryClient: QueryClient): void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  /** Undefined until the session has been checked. */
  const viewer = () => queryClient.getQueryData(sessionQuery.queryKey);
  const hasUnsent = () => unsentOf(viewer() ?? null).some(({ outcome }) => outcome === null);

  function update(): void {
    const user = viewer();
    const entries = user === undefined ? [] : unsentOf(user);
    outbox.fill(entries.length > 0 && <OutboxNotices entries={entries} />);
    clearTimeout(retry);
    if (hasUnsent()) retry = setTimeout(() => void send(), RETRY_MS);
  }

  async function send(): Promise<void> {
    const user = viewer();
    if (user === undefined || isSending) return;
    isSending = true;
    await sendUnsent(queryClient, user);
    isSending = false;
    update();
  }

  // What was just kept has failed a moment ago.
  addEventListener('storage', ({ key }) => isUnsentKey(key) && update());
  addEventListener('online', () => void send());
  onSession(queryClient, () => {
    update();
    void send();
  });
}
