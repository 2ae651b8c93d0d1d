import { useEffect, useState } from 'react';
import { useOnline } from '../../components/use-online.ts';
import { useLiveState } from '../../lib/live/use-live-state.ts';

/** A connection that is back sooner was not lost for anybody. */
const PATIENCE_MS = 3_000;

export interface LiveSign {
  /** null: it has not been decided yet. */
  readonly isConnected: boolean | null;
  /** To be read out: what has changed; nothing at the beginning. */
  readonly news: string;
}

const BEGINNING: LiveSign = { isConnected: null, news: '' };

/** How the live connection does, for people: its loss is told when it lasts, its return at once. */
export function useLiveSign(): LiveSign {
  const state = useLiveState();
  // The connection itself notices only after a while that the network is gone.
  const isConnected = useOnline() && state === 'connected';
  const [sign, setSign] = useState(BEGINNING);

  useEffect(() => {
    if (isConnected) {
      setSign(({ isConnected: before, news }) => ({
        isConnected: true,
        news: before === false ? 'Volvió la conexión en vivo.' : news,
      }));
      return;
    }
    const lost = { isConnected: false, news: 'Se perdió la conexión en vivo. Seguimos intentando.' };
    const timer = setTimeout(() => setSign(lost), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return sign;
}
