import type { LiveData, LiveEvent } from '@minga/contract/live';
import { useEffect, useEffectEvent } from 'react';
import { onLive } from './live-events.ts';

/** Calls `listener` with every such event that the server sends while the component is shown. */
export function useLive<E extends LiveEvent>(
  event: E,
  listener: (data: LiveData<E>) => void,
  onUnreadable?: () => void,
): void {
  const hear = useEffectEvent((data: LiveData<E>) => listener(data));
  const fail = useEffectEvent(() => onUnreadable?.());
  useEffect(
    () =>
      onLive(
        event,
        data => hear(data),
        () => fail(),
      ),
    [event],
  );
}
