import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { digits } from '../../lib/digits.ts';
import { BusyButton } from '../busy-button.tsx';
import classes from './loading.module.css';

interface Props {
  /** The number of entries shown, and of all. */
  shown: number;
  total: number;
  /** A larger total is only a lower bound. */
  countedMax?: number;
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  /** More entries load by the button only. */
  isByButton?: boolean;
  onMore: () => void;
}

/** Starts loading before the end of the list is visible. Nothing above the viewport, so that passing the end stops it. */
const AHEAD = '0px 0px 400px';

const shownOfMany = (shown: number, countedMax: number): string =>
  shown < countedMax
    ? `Mostrando ${digits(shown)} de más de ${digits(countedMax)}`
    : `Mostrando ${digits(shown)}, y hay más`;

/** The end of a long list: loads more when it comes near the viewport, or by the button. */
export function LoadMore(props: Props) {
  const {
    shown,
    total,
    countedMax = Number.POSITIVE_INFINITY,
    hasMore,
    isLoading,
    hasFailed,
    isByButton = false,
    onMore,
  } = props;
  const { ref, entry } = useIntersection({ rootMargin: AHEAD });
  const isNear = entry?.isIntersecting ?? false;

  useEffect(() => {
    // After an error only the button retries: a loop would exhaust a weak connection.
    if (isNear && hasMore && !isLoading && !hasFailed && !isByButton) onMore();
  }, [isNear, hasMore, isLoading, hasFailed, isByButton, onMore]);

  return (
    // A visitor who has only read so far has no code yet; reaching the end loads it (public/deferred-scripts.js).
    <div
      ref={ref}
      className={`stack ${classes.foot}`}
      data-needs-code={(hasMore && !isByButton) || undefined}
    >
      <p role="status" className="soft small">
        {hasFailed
          ? 'No pudimos cargar más. Revisa tu conexión.'
          : total > countedMax && hasMore
            ? shownOfMany(shown, countedMax)
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
