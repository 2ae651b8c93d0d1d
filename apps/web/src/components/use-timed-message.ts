import { useCallback, useEffect, useState } from 'react';

/** How long a message is visible (docs/rules.md R2.16). */
const MESSAGE_MS = 5000;

export interface TimedMessage {
  readonly sentences: readonly string[];
  /** Visible until it is cleared. */
  readonly stays?: boolean;
  /** False after the timeout: visually hidden, still available to screen readers. */
  readonly isVisible: boolean;
}

/** A message that is visible for `visibleMs`, or stays where the user has to act on it. A new message restarts the timer. */
export function useTimedMessage(visibleMs = MESSAGE_MS) {
  const [message, setMessage] = useState<TimedMessage | null>(null);

  useEffect(() => {
    if (!message?.isVisible || message.stays) return;
    const timer = setTimeout(() => setMessage({ ...message, isVisible: false }), visibleMs);
    return () => clearTimeout(timer);
  }, [message, visibleMs]);

  const show = useCallback((sentences: string | readonly string[], { stays = false } = {}) => {
    const list = typeof sentences === 'string' ? [sentences] : sentences;
    setMessage({ sentences: list, stays, isVisible: true });
  }, []);
  const clear = useCallback(() => setMessage(null), []);
  return { message, show, clear };
}
