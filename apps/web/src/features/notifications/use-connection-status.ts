import { useEffect, useState } from 'react';
import { useOnline } from '../../components/use-online.ts';
import { useLiveState } from '../../lib/live/live-state.ts';

/** A shorter interruption is not shown. */
const LOSS_DELAY_MS = 3_000;

export interface ConnectionStatus {
  /** Null while unknown. */
  readonly isConnected: boolean | null;
  /** The last change, for a live region; initially empty. */
  readonly announcement: string;
}

const INITIAL: ConnectionStatus = { isConnected: null, announcement: '' };

/** The displayed state of the live connection. A loss is shown after a delay, a reconnection immediately. */
export function useConnectionStatus(): ConnectionStatus {
  const state = useLiveState();
  // The connection itself detects a lost network only after its heartbeat timeout.
  const isConnected = useOnline() && state === 'connected';
  const [status, setStatus] = useState(INITIAL);

  useEffect(() => {
    if (isConnected) {
      setStatus(({ isConnected: before, announcement }) => ({
        isConnected: true,
        announcement: before === false ? 'Volvió la conexión en vivo.' : announcement,
      }));
      return;
    }
    const lost = { isConnected: false, announcement: 'Se perdió la conexión en vivo. Seguimos intentando.' };
    const timer = setTimeout(() => setStatus(lost), LOSS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return status;
}
