import type { FollowMail } from '@minga/contract/collectives';
import type { Body } from '@minga/contract/endpoint';
import { SAVED_SEARCHES_MAX, type saveSearch } from '@minga/contract/saved-searches';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { wordsQuery } from '../activities/search-queries.ts';
import { visibleCollective } from '../collectives/service.ts';
import type { Viewer } from '../teams/policy.ts';
import {
  countSavedSearches,
  deleteSavedSearch,
  findSavedSearch,
  listSavedSearches,
  type SavedSearchRow,
  setMail,
  upsertSavedSearch,
} from './repository.ts';
import { columnsOf } from './rules.ts';

const UNKNOWN = 'Búsqueda guardada no encontrada';
const NO_WORDS = 'Escribe palabras con letras o números';
const NO_FILTER = 'Elige al menos un filtro que no sea la fecha';
const TOO_MANY = `Ya tienes ${SAVED_SEARCHES_MAX} búsquedas guardadas. Quita una en «Configurar Notificaciones» para guardar otra.`;

type Parts = Pick<Platform, 'db' | 'clock'>;

/** An account's searches, the newest first. */
export async function ownSavedSearches(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  paging: Paging = { limit: SAVED_SEARCHES_MAX, offset: 0 },
): Promise<{ rows: SavedSearchRow[]; total: number }> {
  const rows = await listSavedSearches(db, userId, paging);
  return withTotal(rows, paging, () => countSavedSearches(db, userId));
}

/**
 * Saves a search, by default with a daily digest. If the account has an identical one, it only updates its `mail`. Rejects with 400
 * if the search has no filter, with 404 if its collective is unknown, and with 409 if the account has too many.
 */
export async function addSavedSearch(
  { db, clock }: Parts,
  viewer: Viewer,
  { filters, mail }: Body<typeof saveSearch>,
): Promise<SavedSearchRow> {
  const columns = columnsOf(filters);
  const { query: words, isOnlySymbols } = await wordsQuery(db, filters);
  if (isOnlySymbols) throw invalid([NO_WORDS]);
  const { colectivo } = filters;
  const collective = colectivo === '' ? null : await visibleCollective({ db }, colectivo, viewer);
  const { category, tag, latitude, isRoomRequired, accessibility } = columns;
  const hasFilter = [words, category, tag, collective, latitude].some(value => value !== null);
  if (!hasFilter && !isRoomRequired && accessibility.length === 0) throw invalid([NO_FILTER]);
  return db.transaction(async tx => {
    // Serialises the account's concurrent insertions, so that their number can be limited.
    await lockAccounts(tx, [viewer.id], 'no key update');
    const row = {
      ...columns,
      words,
      userId: viewer.id,
      collectiveId: collective?.collective.id ?? null,
      mail: mail ?? 'diario',
      createdAt: clock(),
    } as const;
    const id = await upsertSavedSearch(tx, row, mail);
    if ((await countSavedSearches(tx, viewer.id)) > SAVED_SEARCHES_MAX) throw conflict(TOO_MANY);
    return existing(await findSavedSearch(tx, viewer.id, id));
  });
}

export async function changeMail(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  id: string,
  mail: FollowMail,
): Promise<SavedSearchRow> {
  if (!(await setMail(db, userId, id, mail))) throw notFound(UNKNOWN);
  return existing(await findSavedSearch(db, userId, id));
}

export async function removeSavedSearch(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  id: string,
): Promise<void> {
  if (!(await deleteSavedSearch(db, userId, id))) throw notFound(UNKNOWN);
}

function existing(row: SavedSearchRow | null): SavedSearchRow {
  if (row === null) throw notFound(UNKNOWN);
  return row;
}
