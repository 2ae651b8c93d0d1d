import type { Socket } from 'socket.io-client';
import { announceLive } from './live-events.ts';
import type { startHeartbeat } from './live-heartbeat.ts';
import { setLiveState } from './use-live.ts';

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
  /** The API's origin; the page's by default. */
  readonly address?: string | undefined;
  /** Called when the server rejects the session. Resolves to whether to connect again. */
  readonly onRejected: () => Promise<boolean>;
}

/**
 * Opens the tab's live connection and reconnects until the returned function is called. After a rejection, or 15 failed
 * attempts, it reconnects when the network is back or the tab becomes visible.
 */
export function openLive({ userId, address, onRejected }: Parts): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  let drop: (() => void) | null = null;
  let rejections = 0;

  function start(): void {
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
      const [{ io }, heartbeat] = await Promise.all([
        import('socket.io-client'),
        import('./live-heartbeat.ts'),
      ]);
      if (dropped.aborted) return;
      const socket = io(address ?? location.origin, { ...OPTIONS, query: { userId } });
      dropped.addEventListener('abort', () => socket.disconnect());
      follow(socket, heartbeat.startHeartbeat);
    } catch {
      // The chunk failed to load.
      giveUp();
    }
  }

  function follow(socket: Socket, openHeartbeat: typeof startHeartbeat): void {
    let stopHeartbeat = () => {};
    socket.onAny(announceLive);
    socket.on('connect', () => {
      rejections = 0;
      setLiveState('connected');
      stopHeartbeat = openHeartbeat(socket, userId, () => {
        drop?.();
        start();
      });
      announceLive('puesta_al_dia', {});
    });
    socket.on('disconnect', reason => {
      stopHeartbeat();
      if (reason === 'io server disconnect') void handleRejection();
      else if (reason !== 'io client disconnect') setLiveState('connecting');
    });
    socket.on('connect_error', error => {
      if (isRejection(error)) void handleRejection();
      else if (!socket.active) giveUp();
    });
    socket.io.on('reconnect_failed', giveUp);
  }

  function giveUp(): void {
    drop?.();
    setLiveState('lost');
  }

  async function handleRejection(): Promise<void> {
    giveUp();
    rejections += 1;
    if (rejections === 1 && (await onRejected())) start();
  }

  addEventListener('online', start, { signal });
  document.addEventListener('visibilitychange', () => document.hidden || start(), { signal });
  start();
  return () => {
    closing.abort();
    drop?.();
  };
}

/** Only a polling attempt gets the reason; after a failed websocket attempt socket.io tries polling. */
function isRejection(error: Error): boolean {
  const context: unknown = 'context' in error ? error.context : undefined;
  return context instanceof Object && 'responseText' in context
    ? String(context.responseText).includes('UNAUTHENTICATED')
    : false;
}
