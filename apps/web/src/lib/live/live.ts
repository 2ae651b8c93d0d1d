import { type LiveData, type LiveEvent, readLive } from '@minga/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import type { startHeartbeat } from './live-heartbeat.ts';

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

const listeners = new Map<string, Set<(data: unknown) => void>>();

/**
 * Subscribes to an event of the server. Returns the function that unsubscribes. `puesta_al_dia` is also sent on each connection,
 * because data fetched before may be stale. Invalid data is passed to `onUnreadable` only.
 */
export function onLive<E extends LiveEvent>(
  event: E,
  listener: (data: LiveData<E>) => void,
  onUnreadable: () => void = () => {},
): () => void {
  const receive = (data: unknown) => {
    const read = readLive(event, data);
    if (read === null) onUnreadable();
    else listener(read);
  };
  const own = listeners.get(event) ?? new Set();
  listeners.set(event, own.add(receive));
  return () => void own.delete(receive);
}

/** Passes an event of the server to its listeners. Unknown events have none. */
export function announceLive(event: string, data: unknown): void {
  for (const receive of listeners.get(event) ?? []) receive(data);
}

/**
 * Subscribes to an event of the server while the component is mounted. `events` may be a constant list: several names of one
 * event.
 */
export function useLive<E extends LiveEvent>(
  events: E | readonly E[],
  listener: (data: LiveData<E>) => void,
  onUnreadable?: () => void,
): void {
  const receive = useEffectEvent((data: LiveData<E>) => listener(data));
  const fail = useEffectEvent(() => onUnreadable?.());
  useEffect(() => {
    const subscriptions = [events].flat().map(event =>
      onLive(
        event as E,
        data => receive(data),
        () => fail(),
      ),
    );
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, [events]);
}

/** `lost`: no further attempts until the network is back or the tab becomes visible. */
export type LiveState = 'connected' | 'connecting' | 'lost';

let state: LiveState = 'connecting';
const useLiveListeners = new Set<() => void>();

export const currentLiveState = (): LiveState => state;

function onLiveStateChange(listener: () => void): () => void {
  useLiveListeners.add(listener);
  return () => void useLiveListeners.delete(listener);
}

export function setLiveState(next: LiveState): void {
  state = next;
  for (const listener of useLiveListeners) listener();
}

/** The state of the tab's live connection. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(onLiveStateChange, currentLiveState, () => 'connecting');
