import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { digits } from '../lib/digits.ts';
import { BusyButton } from './busy-button.tsx';
import classes from './load-more.module.css';

interface Props {
  /** How many are shown, of how many. */
  shown: number;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** Nothing comes by itself. */
  isByButton?: boolean;
  onMore: () => void;
}

/** Early enough that who scrolls at an even pace never waits; once it has been passed, nothing more comes. */
const AHEAD = '0px 0px 400px';

/** The foot of a long list: more comes by itself when the reader gets near, or by the button. */
export function LoadMore(props: Props) {
  const { shown, total, hasMore, isLoading, hasFailed, isByButton = false, onMore } = props;
  const { ref, entry } = useIntersection({ rootMargin: AHEAD });
  const isNear = entry?.isIntersecting ?? false;

  useEffect(() => {
    // After a failure only the reader starts another try: a loop would wear out a weak connection.
    if (isNear && hasMore && !isLoading && !hasFailed && !isByButton) onMore();
  }, [isNear, hasMore, isLoading, hasFailed, isByButton, onMore]);

  return (
    <div ref={ref} className={classes.foot}>
      <p role="status" className={classes.text}>
        {hasFailed
          ? 'No pudimos cargar más. Revisa tu conexión.'
          : `Mostrando ${digits(shown)} de ${digits(total)}`}
      </p>
      {hasMore && (
        <BusyButton variant="default" onClick={onMore} isBusy={isLoading} busyLabel="Cargando...">
          Ver más
        </BusyButton>
      )}
    </div>
  );
}
