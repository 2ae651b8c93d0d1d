import { Skeleton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, Suspense } from 'react';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { clockTime, siteDay } from '../../lib/dates/dates.ts';
import { dayWord } from '../../lib/dates/day-words.ts';
import { digits } from '../../lib/digits.ts';
import classes from './activity-row.module.css';
import { type Badge, badgesOf, fromList, repeatText, titleId, useIsOngoing, useIsPast } from './model.ts';

interface Props {
  activity: Activity;
  /** The day of the site's present, such as `2026-11-27`. */
  today: string;
  /** Heading level of the title. */
  order: 2 | 3;
  /** Whether the row names its day, because no heading above it does. */
  hasDay: boolean;
  /** The row and its day's heading together have the height of a row. */
  isFirstOfDay?: boolean;
  /** The picture is above the fold and loaded eagerly. */
  isUrgent?: boolean;
  /** Highlighted together with its point on the map. */
  isActive?: boolean;
  /** Renders a mark such as 'Vas'. Must be memoized: the rows are rendered again when it changes. */
  mark?: ((activity: Activity) => ReactNode) | undefined;
}

/**
 * An activity as one line of a list: picture, hour, place, title and who goes. The whole row is its link. Memoized, and in a boundary
 * of its own: React hydrates the rows one by one, and the one that the user presses first.
 */
export const ActivityRow = memo((props: Props) => (
  <Suspense>
    <Row {...props} />
  </Suspense>
));

function Row({ activity, today, order, hasDay, isFirstOfDay, isUrgent, isActive, mark }: Props) {
  const { _id, title, date, place, distanceKm, isPromoted } = activity;
  const isPast = useIsPast(activity);
  const facts = rowFacts(activity, isPast, useIsOngoing(activity));
  const headingId = titleId(activity);
  const Heading = `h${order}` as const;
  const marked = mark?.(activity);
  return (
    <article
      className={classes.row}
      aria-labelledby={headingId}
      data-first={isFirstOfDay || undefined}
      data-past={isPast || undefined}
      data-active={isActive || undefined}
    >
      <div className={classes.picture}>
        {/* Decorative: the title stands next to it. */}
        <div aria-hidden="true" className={classes.art}>
          <WovenPicture of={activity} sizes="72px" isUrgent={isUrgent ?? false} />
        </div>
        {isPromoted && <span className={classes.promoted}>PROMO</span>}
      </div>
      <div className={classes.words}>
        <p className={classes.line}>
          {/* Browsers may format times a little differently from the server: its text stays. */}
          <time dateTime={date} className={classes.fixed} suppressHydrationWarning>
            {rowTime(activity, today, hasDay)}
          </time>
          <span className={classes.rest}>{` · ${place === '' ? 'Lugar por confirmar' : place}`}</span>
          {distanceKm !== undefined && <span className={classes.fixed}>{` · ${digits(distanceKm)} km`}</span>}
        </p>
        <Heading id={headingId} className={classes.title}>
          <Link to="/actividades/$id" params={{ id: _id }} state={fromList} className="cover">
            {title}
          </Link>
        </Heading>
        <p className={classes.line}>
          {marked}
          <span className={`${classes.rest} ${classes.facts}`}>{facts.join(' · ')}</span>
        </p>
      </div>
    </article>
  );
}

/** '3:00 p. m.' below a day's heading, 'Mañana, 3:00 p. m.' without one; 'Hasta mañana' if it began on an earlier day and goes on. */
export function rowTime(
  { date, endDate }: Pick<Activity, 'date' | 'endDate'>,
  today: string,
  hasDay: boolean,
): string {
  const day = siteDay(date);
  const lastDay = endDate === null ? day : siteDay(endDate);
  if (day < today && lastDay >= today) {
    const word = dayWord(lastDay, today);
    return `Hasta ${word.charAt(0).toLowerCase()}${word.slice(1)}`;
  }
  return hasDay ? `${dayWord(day, today)}, ${clockTime(date)}` : clockTime(date);
}

const states: Partial<Record<Badge, string>> = {
  ongoing: 'en curso',
  rejected: 'rechazada',
  held: 'en revisión',
  pending: 'pendiente de revisión',
};

/** The state, how many go, what is missing or left, and how it repeats: ['12 van', 'faltan 3 en Cocina', 'cada sábado']. */
export function rowFacts(activity: Activity, isPast: boolean, isOngoing: boolean): string[] {
  const { taken } = activity.places;
  const going = isPast
    ? `${digits(taken)} ${taken === 1 ? 'confirmó' : 'confirmaron'}`
    : `${digits(taken)} ${taken === 1 ? 'va' : 'van'}`;
  const facts = [
    ...badgesOf(activity, isPast, isOngoing).map(badge => states[badge]),
    taken > 0 && going,
    // Sign-up ends when it begins.
    !isPast && !isOngoing && openText(activity),
    activity.series !== null && !isPast && repeatText(activity.series.repeat).replace('C', 'c'),
  ];
  return facts.filter(fact => typeof fact === 'string');
}

function openText({ places: { free }, missing, hasWaitingList }: Activity): string | null {
  if (free === 0) return hasWaitingList ? 'lista de espera' : 'sin cupos';
  if (missing !== null) {
    const { kind, name, quantity } = missing;
    if (kind === 'thing') return `por llevar: ${name}`;
    return `${quantity === 1 ? 'falta' : 'faltan'} ${digits(quantity)} en ${name}`;
  }
  if (free === null) return null;
  return `${free === 1 ? 'queda' : 'quedan'} ${digits(free)}`;
}

interface SkeletonProps {
  /** Announced while loading; absent where the page announces it. */
  text?: string;
  count?: number;
}

/** Placeholders of loading rows, as high as these. */
export function RowSkeletons({ text, count = 7 }: SkeletonProps) {
  const rows = Array.from({ length: count }, (_, index) => `row-${index}`);
  return (
    <>
      {text && <LoadingStatus text={text} isHidden />}
      <div aria-hidden="true" className={classes.list}>
        {rows.map(row => (
          <div key={row} className={classes.row}>
            <Skeleton width={72} height={72} radius="md" className={classes.picture} />
            <div className={`stack gap-s ${classes.words}`}>
              <Skeleton height={12} width="55%" />
              <Skeleton height={16} width="90%" />
              <Skeleton height={12} width="35%" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
