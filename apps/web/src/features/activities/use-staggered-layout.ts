import { useHydrated } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Cards that a phone shows of a list at first. */
const FIRST = 2;
const PER_FRAME = 2;

/**
 * How many of a list's cards are laid out at any position; of the others only those near the viewport. All of them, unless
 * the server rendered the list: then some more in each frame, because the whole layout would block a slow phone.
 */
export function useStaggeredLayout(total: number): number {
  const isHydrated = useHydrated();
  const [count, setCount] = useState(isHydrated ? Number.POSITIVE_INFINITY : FIRST);

  useEffect(() => {
    if (count >= total) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setCount(laidOut => laidOut + PER_FRAME));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, total]);

  return count;
}
