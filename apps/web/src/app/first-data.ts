import { hydrate, type QueryClient } from '@tanstack/react-query';

/** Takes over what the server knew when it painted this page (first-paint.tsx). False: it sent an empty one. */
export function takeFirstData(queryClient: QueryClient): boolean {
  const text = document.getElementById('first-data')?.textContent;
  if (!text) return false;
  hydrate(queryClient, JSON.parse(text));
  return true;
}
