import { useCallback, useEffect, useState } from 'react';

/** How long a message stays before it goes by itself (spec 000 section 9). */
const MESSAGE_MS = 5000;

export interface TimedMessage {
  readonly sentences: readonly string[];
  /** Until it is taken away, whatever the time. */
  readonly stays?: boolean;
  /** False once its time is over: hidden from sight, still there for screen readers. */
  readonly isVisible: boolean;
}

/** A message that is seen for 5 s or as told, or stays where something is to be done about it; saying the next one starts anew. */
export function useTimedMessage(visibleMs = MESSAGE_MS) {
  const [message, setMessage] = useState<TimedMessage | null>(null);

  useEffect(() => {
    if (!message?.isVisible || message.stays) return;
    const timer = setTimeout(() => setMessage({ ...message, isVisible: false }), visibleMs);
    return () => clearTimeout(timer);
  }, [message, visibleMs]);

  const say = useCallback((sentences: string | readonly string[], { stays = false } = {}) => {
    const list = typeof sentences === 'string' ? [sentences] : sentences;
    setMessage({ sentences: list, stays, isVisible: true });
  }, []);
  const clear = useCallback(() => setMessage(null), []);
  return { message, say, clear };
}
