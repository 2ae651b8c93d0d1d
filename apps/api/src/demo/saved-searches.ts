import { newSavedSearch } from '@minga/contract/saved-searches';
import type { users } from '../modules/accounts/schema.ts';
import { addSavedSearch } from '../modules/saved-searches/service.ts';
import type { Platform } from '../platform/platform.ts';

/** Searches of the first person, with whom the demo is shown. */
const invented = [
  { filters: { q: 'río', categoria: 'ambiente' }, mail: 'diario' },
  { filters: { categoria: 'cultura', cerca: '2.44,-76.61', radio: '10' }, mail: 'nunca' },
] as const;

export async function addSavedSearches(platform: Platform, person: typeof users.$inferSelect): Promise<void> {
  for (const search of invented) await addSavedSearch(platform, person, newSavedSearch.parse(search));
}
