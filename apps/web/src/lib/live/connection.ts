import type { Socket } from 'socket.io-client';
import type { startHeartbeat } from './heartbeat.ts';
import { announceLive } from './live-events.ts';
import { setLiveState } from './live-state.ts';

// Spec 001 sections 7 and 9.
const OPTIONS = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: 20_000,
  reconnectionAttempts: 15,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  forceNew: true,
};

interface Parts {
  readonly userId: string;
  /** Where the API is; none: where the page comes from. */
  readonly address?: string | undefined;
  /** The server takes this session for ended: is it worth another try? */
  readonly onRefused: () => Promise<boolean>;
}

/**
 * Keeps the tab's live connection open until the returned function is called. After a refusal, or 15 attempts in vain, it
 * tries again once the network is back or the tab is looked at.
 */
export function openLive({ userId, address, onRefused }: Parts): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  let drop: (() => void) | null = null;
  let refusals = 0;

  function begin(): void {
    if (drop !== null || signal.aborted) return;
    setLiveState('connecting');
    const attempt = new AbortController();
    drop = () => {
      drop = null;
      attempt.abort();
    };
    void connect(attempt.signal);
  }

  async function connect(dropped: AbortSignal): Promise<void> {
    try {
      const [{ io }, heartbeat] = await Promise.all([import('socket.io-client'), import('./heartbeat.ts')]);
      if (dropped.aborted) return;
      const socket = io(address ?? location.origin, { ...OPTIONS, query: { userId } });
      dropped.addEventListener('abort', () => socket.disconnect());
      follow(socket, heartbeat.startHeartbeat);
    } catch {
      // The code itself did not arrive.
      giveUp();
    }
  }

  function follow(socket: Socket, beginHeartbeat: typeof startHeartbeat): void {
    let stopHeartbeat = () => {};
    socket.onAny(announceLive);
    socket.on('connect', () => {
      refusals = 0;
      setLiveState('connected');
      stopHeartbeat = beginHeartbeat(socket, userId, () => {
        drop?.();
        begin();
      });
      announceLive('puesta_al_dia', {});
    });
    socket.on('disconnect', reason => {
      stopHeartbeat();
      if (reason === 'io server disconnect') void beRefused();
      else if (reason !== 'io client disconnect') setLiveState('connecting');
    });
    socket.on('connect_error', error => {
      if (isRefusal(error)) void beRefused();
      else if (!socket.active) giveUp();
    });
    socket.io.on('reconnect_failed', giveUp);
  }

  function giveUp(): void {
    drop?.();
    setLiveState('lost');
  }

  async function beRefused(): Promise<void> {
    giveUp();
    refusals += 1;
    if (refusals === 1 && (await onRefused())) begin();
  }

  addEventListener('online', begin, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || begin(), { signal });
  begin();
  return () => {
    closing.abort();
    drop?.();
  };
}

/** Only an attempt by polling is told why; one by websocket is followed by one. */
function isRefusal(error: Error): boolean {
  const context: unknown = 'context' in error ? error.context : undefined;
  return context instanceof Object && 'responseText' in context
    ? String(context.responseText).includes('UNAUTHENTICATED')
    : false;
}
