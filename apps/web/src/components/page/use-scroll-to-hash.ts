import { useEffect, useRef } from 'react';

/** Once it `isReady`, the page scrolls to the heading `id` and focuses it if the URL's hash is that id. */
export function useScrollToHash(id: string, isReady = true): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !isReady || location.hash !== `#${id}`) return;
    isDone.current = true;
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [id, isReady]);
}
