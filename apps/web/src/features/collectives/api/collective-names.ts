import { listCollectives } from '@minga/contract/collectives';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';

/** The public collectives for a select, by name: verified ones first if there are more than fit into one response. */
export const collectiveNames = queryOptions({
  queryKey: [...collectivesKey, 'names'],
  queryFn: async ({ signal }) => {
    const { rows } = await callList(listCollectives, { query: {}, signal });
    return rows
      .map(({ slug, name }) => ({ slug, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'es'));
  },
});
