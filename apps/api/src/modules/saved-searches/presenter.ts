import type { SavedSearch } from '@minga/contract/saved-searches';
import type { SavedSearchRow } from './repository.ts';
import { inWords } from './rules.ts';

export const presentSavedSearch = ({
  search: {
    id,
    q,
    place,
    category,
    tag,
    isRoomRequired,
    accessibility,
    latitude,
    longitude,
    radiusKm,
    mail,
    createdAt,
  },
  collectiveSlug,
  collectiveName,
}: SavedSearchRow): SavedSearch => ({
  _id: id,
  words: inWords({ q, place, category, tag, isRoomRequired, accessibility, radiusKm, collectiveName }),
  filters: {
    ...(q !== '' && { q }),
    ...(place !== '' && { place }),
    ...(category !== null && { categoria: category }),
    ...(tag !== null && { etiqueta: tag }),
    ...(collectiveSlug !== null && { colectivo: collectiveSlug }),
    ...(isRoomRequired && { cupos: 'libres' }),
    ...(accessibility.length > 0 && { accesible: accessibility.join(',') }),
    ...(radiusKm !== null && { cerca: `${latitude},${longitude}`, radio: String(radiusKm) }),
  },
  mail,
  createdAt: createdAt.toISOString(),
});
