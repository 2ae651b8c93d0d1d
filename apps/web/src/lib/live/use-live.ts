import type { LiveData, LiveEvent } from '@minga/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { onLive } from './live-events.ts';

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
