import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 47.99em)';

function subscribeToWidth(onChange: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone. Only for screens that the server does not render. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(subscribeToWidth, () => matchMedia(PHONE).matches);
