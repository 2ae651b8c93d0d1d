import type { LiveData, LiveEvent } from '@minga/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { onLive } from './live-events.ts';

/**
 * Calls `listener` with every such event that the server sends while the component is mounted. An event with several names
 * is subscribed to once: `events` is then a constant list of them.
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
