import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import classes from './load-more.module.css';

interface Props {
  /** How many are shown, of how many. */
  shown: number;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}

/** Early enough that who scrolls at an even pace never waits. */
const AHEAD = '400px';

/** The foot of a long list: more comes by itself when the reader gets near, or by the button. */
export function LoadMore({ shown, total, hasMore, isLoading, hasFailed, onMore }: Props) {
  const { ref, entry } = useIntersection({ rootMargin: AHEAD });
  const isNear = entry?.isIntersecting ?? false;

  useEffect(() => {
    // After a failure only the reader starts another try: a loop would wear out a weak connection.
    if (isNear && hasMore && !isLoading && !hasFailed) onMore();
  }, [isNear, hasMore, isLoading, hasFailed, onMore]);

  return (
    <div ref={ref} className={classes.foot}>
      <p role="status" className={classes.text}>
        {hasFailed ? 'No pudimos cargar más. Revisa tu conexión.' : `Mostrando ${shown} de ${total}`}
      </p>
      {hasMore && (
        <Button variant="default" onClick={onMore} disabled={isLoading}>
          {isLoading ? 'Cargando...' : 'Ver más'}
        </Button>
      )}
    </div>
  );
}
