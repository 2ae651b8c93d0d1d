import { Loader } from '@mantine/core';
import { searchCount } from '../model.ts';
import classes from './catalogue.module.css';

interface Props {
  isSearching: boolean;
  /** The number of results; undefined while unknown. */
  total: number | undefined;
  /** Says that the best match of the words comes first. */
  isRanked?: boolean;
}

/** The state of a search in a live region. Its fixed height prevents a layout shift. */
export const SearchStatus = ({ isSearching, total, isRanked = false }: Props) => (
  <p role="status" className={`row soft ${classes.line}`}>
    {isSearching && (
      <>
        <Loader size="xs" aria-hidden />
        <span>Buscando actividades...</span>
      </>
    )}
    {!isSearching && total !== undefined && total > 0 && <span>{countLine(total)}</span>}
    {!isSearching && isRanked && total !== undefined && total > 1 && (
      <span>Primero, las que mejor coinciden</span>
    )}
  </p>
);

/** '1 actividad encontrada', '204 actividades encontradas' (docs/rules.md R3.11, search). */
export function countLine(count: number): string {
  const text = searchCount(count);
  return `${text[0]?.toUpperCase()}${text.slice(1)} ${count === 1 ? 'actividad encontrada' : 'actividades encontradas'}`;
}
