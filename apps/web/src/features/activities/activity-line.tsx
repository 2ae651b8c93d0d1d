import { accessibilityNames } from '@minga/contract/accessibility';
import type { Activity } from '@minga/contract/activities';
import type { ReactNode } from 'react';
import { WovenPicture } from '../../components/brand/weave.tsx';
import { clockTime, siteDay } from '../../lib/dates/dates.ts';
import { dayWord } from '../../lib/dates/day-words.ts';
import { digits } from '../../lib/digits.ts';
import classes from './activity-row.module.css';
import { type Badge, badgesOf, repeatText, titleId } from './model.ts';

export interface LineProps {
  activity: Activity;
  /** The day of the site's present, such as `2026-11-27`. */
  today: string;
  isPast: boolean;
  isOngoing: boolean;
  /** Heading level of the title. */
  order: 2 | 3;
  /** The title as a link that covers the row (theme/layout.css). */
  link: ReactNode;
  /** Whether the row names its day, because no heading above it does. */
  hasDay: boolean;
  /** The row and its day's heading together have the height of a row. */
  isFirstOfDay?: boolean;
  /** The picture is above the fold and loaded eagerly. */
  isUrgent?: boolean;
  /** Highlighted together with its point on the map. */
  isActive?: boolean;
  /** A mark such as 'Vas'. */
  mark?: ReactNode;
}

/** The row of an activity: picture, hour, place, title and who goes. Without hooks of the app, so that static pages have it too. */
export function ActivityLine({ activity, isPast, isOngoing, order, link, ...options }: LineProps) {
  const { date, place, distanceKm, isPromoted } = activity;
  const { today, hasDay, isFirstOfDay, isUrgent = false, isActive, mark } = options;
  const facts = rowFacts(activity, isPast, isOngoing);
  const headingId = titleId(activity);
  const Heading = `h${order}` as const;
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
          <WovenPicture of={activity} sizes="72px" isUrgent={isUrgent} />
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
          {link}
        </Heading>
        <p className={classes.line}>
          {mark}
          <span className={`${classes.rest} ${classes.facts}`}>{facts.join(' · ')}</span>
          <Signs names={activity.accessibility} />
        </p>
      </div>
    </article>
  );
}

/** Small signs of what there is for people with particular needs, from a file that loads with the first sign. */
function Signs({ names }: { readonly names: Activity['accessibility'] }) {
  if (names.length === 0) return null;
  const text = names.map(name => accessibilityNames[name]).join(', ');
  return (
    <span className={classes.signs} title={text}>
      {names.map(name => (
        <svg key={name} width={16} height={16} aria-hidden>
          <use href={`/signs.svg#${name}`} />
        </svg>
      ))}
      <span className="unseen">{text}</span>
    </span>
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
