import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { toastError } from '../../../lib/toasts.ts';
import type { Arrival } from '../arrival.ts';
import { deleteArrivals, readArrivals, storeArrivals } from '../arrival-store.ts';

const NOT_STORED =
  'Este navegador no guarda nada en el dispositivo: no cierres esta página hasta que todo se haya enviado.';

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('minga.door');

/** The arrivals that the account noted on this device, in their order. */
export const arrivalsQuery = (owner: string) =>
  queryOptions({
    queryKey: ['door-arrivals', owner],
    queryFn: ({ client, queryKey }) =>
      readArrivals(owner).catch(() => client.getQueryData<Arrival[]>(queryKey) ?? []),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const loadedArrivals = (queryClient: QueryClient, owner: string): readonly Arrival[] =>
  queryClient.getQueryData(arrivalsQuery(owner).queryKey) ?? [];

/** Stores a new arrival on the device, and then shows it. */
export async function noteArrival(queryClient: QueryClient, arrival: Arrival): Promise<void> {
  await storeArrivals([arrival]).catch(() => toastError(NOT_STORED));
  setArrivals(queryClient, arrival.owner, arrivals => [...arrivals, arrival]);
  announce();
}

/** Changes arrivals by their ids; null removes one. Unknown ids are ignored. */
export async function changeArrivals(
  queryClient: QueryClient,
  owner: string,
  ids: ReadonlySet<string>,
  change: (arrival: Arrival) => Arrival | null,
): Promise<void> {
  const stored: Arrival[] = [];
  const deleted: Arrival[] = [];
  setArrivals(queryClient, owner, arrivals =>
    arrivals.flatMap(arrival => {
      if (!ids.has(arrival.item.id)) return arrival;
      const changed = change(arrival);
      if (changed === null) deleted.push(arrival);
      else stored.push(changed);
      return changed ?? [];
    }),
  );
  // Without storage they are in memory only, as was said when they were noted.
  await Promise.all([
    stored.length > 0 && storeArrivals(stored),
    deleted.length > 0 && deleteArrivals(deleted),
  ]).catch(() => {});
  announce();
}

/** Shows what other tabs note. Returns the function that stops it. */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['door-arrivals'] });
  otherTabs?.addEventListener('message', refresh);
  return () => otherTabs?.removeEventListener('message', refresh);
}

function setArrivals(
  queryClient: QueryClient,
  owner: string,
  change: (arrivals: readonly Arrival[]) => Arrival[],
) {
  const { queryKey } = arrivalsQuery(owner);
  queryClient.setQueryData(queryKey, change(queryClient.getQueryData(queryKey) ?? []));
}

const announce = () => otherTabs?.postMessage(null);
