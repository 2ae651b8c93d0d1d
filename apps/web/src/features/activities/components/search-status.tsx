import { Loader } from '@mantine/core';
import { countLine } from '../count-line.ts';
import classes from './search-status.module.css';

interface Props {
  isSearching: boolean;
  /** How many were found; undefined as long as nobody knows. */
  total: number | undefined;
}

/** What a search is doing or has found, read out; as high as its line, so that the cards do not jump. */
export const SearchStatus = ({ isSearching, total }: Props) => (
  <p role="status" className={classes.status}>
    {isSearching && (
      <>
        <Loader size="xs" aria-hidden />
        Buscando actividades...
      </>
    )}
    {!isSearching && total !== undefined && total > 0 && countLine(total)}
  </p>
);
