import type { Choice } from './search-select.tsx';

/** Enough to distinguish it from others. */
const SHOWN_CHARACTERS = 8;

/** An id of which nothing is known, or not yet; null where there is none. */
export function unnamedChoice(id: string, error: Error | null): Choice | null {
  if (id === '') return null;
  const name = error === null ? 'Cargando…' : `Sin nombre (${id.slice(0, SHOWN_CHARACTERS)}…)`;
  return { id, name, detail: id };
}
