import type { Endpoint, Reply } from '@minga/contract/endpoint';
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Arguments, type CallInput, call, callList } from './api.ts';
import { fetchAllRows } from './fetch-all-rows.ts';
import type { Page } from './pages.ts';

export type ListEndpoint = Endpoint & { readonly isList: true };
export type RowOf<E extends ListEndpoint> = Reply<E> extends readonly (infer Row)[] ? Row : never;

/** The key of all queries of the endpoint's section of the API reference, such as all that is read of collectives. */
export const sectionKey = ({ tag }: Endpoint): QueryKey => [tag];

/**
 * The key of an endpoint's queries: of all, or of those whose input begins like this one. What refreshes or stores a query derives
 * its key here, so that it cannot differ from the key that reads it.
 */
export const keyOf = <E extends Endpoint>({ tag, path }: E, input?: Partial<CallInput<E>>): QueryKey =>
  input === undefined ? [tag, path] : [tag, path, input];

const withSignal = <E extends Endpoint>(input: object | undefined, signal: AbortSignal) =>
  [{ ...input, signal }] as unknown as Arguments<E>;

async function fetchPage<E extends ListEndpoint>(
  endpoint: E,
  input: object | undefined,
  signal: AbortSignal,
) {
  const { rows, total } = await callList(endpoint, ...withSignal<E>(input, signal));
  return { rows: rows as RowOf<E>[], total };
}

/** The query of an endpoint with its input. A screen adds options such as `select` by spreading it. Rejects with an ApiError. */
export const query = <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }): Promise<Reply<E>> => call(endpoint, ...withSignal<E>(input, signal)),
  });

/** The query of a page of a list: its rows, and the count of all. */
export const listQuery = <E extends ListEndpoint>(endpoint: E, ...[input]: Arguments<E>) =>
  queryOptions({
    queryKey: [...keyOf(endpoint, input), 'page'],
    queryFn: ({ signal }): Promise<Page<RowOf<E>>> => fetchPage(endpoint, input, signal),
  });

/** The query of all rows of a short list, fetched page by page. Its key has `all`, because its data differs from that of one page. */
export const allRowsQuery = <E extends ListEndpoint>(endpoint: E, ...[input]: Arguments<E>) =>
  queryOptions({
    queryKey: [...keyOf(endpoint, input), 'all'],
    queryFn: ({ signal }): Promise<RowOf<E>[]> =>
      fetchAllRows(paging => {
        const { query: filters } = { query: {}, ...input };
        return fetchPage(endpoint, { ...input, query: { ...filters, ...paging } }, signal);
      }),
  });

interface Refreshing {
  /** Keys of what the action may have changed; queries on the screen are fetched again, others with their next use. */
  readonly refreshes: readonly QueryKey[];
  /** Whether the action is pending until the screen shows the change. */
  readonly isAwaited?: boolean;
}

/**
 * A mutation that refreshes what it may have changed once it is settled: an error may hide that the server has processed it.
 * Rejects as `run` does.
 */
export function useAction<Input = void, Result = void>(
  run: (input: Input) => Promise<Result>,
  { refreshes, isAwaited = false }: Refreshing,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: async () => {
      const refreshed = Promise.all(refreshes.map(queryKey => queryClient.invalidateQueries({ queryKey })));
      if (isAwaited) await refreshed;
    },
  });
}
