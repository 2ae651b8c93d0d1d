import type { Activity } from '@minga/contract/activities';
import type { CollectiveSummary } from '@minga/contract/collective-summary';
import {
  IconHandStop,
  IconMapPin,
  IconRepeat,
  IconTicket,
  IconUserHeart,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { VerifiedMark } from '../../components/brand/verified-mark.tsx';
import { Note } from '../../components/page/note.tsx';
import { freePlacesText, missingSummary } from '../../lib/attendance/free-places-text.ts';
import { digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import classes from './cards.module.css';
import { type Badge, badgesOf, distanceText, seriesText, useIsOngoing, useIsPast } from './model.ts';

interface Props {
  activity: Pick<
    Activity,
    | 'date'
    | 'endDate'
    | 'place'
    | 'responsible'
    | 'places'
    | 'hasWaitingList'
    | 'missing'
    | 'collective'
    | 'distanceKm'
  >;
}

/** The location, the collective, the people responsible, and how many places are left and what is missing, if the organiser says so. */
export function ActivityFacts({ activity }: Props) {
  const isPast = useIsPast(activity);
  const isOngoing = useIsOngoing(activity);
  // Sign-up ends when it begins.
  const left = isPast || isOngoing ? null : placesText(activity);
  const missing = missingSummary(activity.missing);
  const { place, responsible, collective, distanceKm } = activity;
  return (
    <dl className={`stack ${classes.facts}`}>
      <div>
        <dt>
          <IconMapPin size={20} aria-hidden />
          Lugar
        </dt>
        <dd>
          {`${place === '' ? 'Por confirmar' : place}${distanceKm !== undefined ? `, ${distanceText(distanceKm)}` : ''}`}
        </dd>
      </div>
      {collective && (
        <div>
          <dt>
            <IconUserHeart size={20} aria-hidden />
            Organiza
          </dt>
          <dd>
            <CollectiveLink collective={collective} />
          </dd>
        </div>
      )}
      {responsible.length > 0 && (
        <div>
          <dt>
            <IconUsers size={20} aria-hidden />
            <span>{responsible.length === 1 ? 'Responsable' : 'Responsables'}</span>
          </dt>
          <dd>
            <ul className={classes.people}>
              {[...new Set(responsible)].map((name, index, { length }) => (
                // Text, since what a style sheet adds is not copied.
                <li key={name}>{index < length - 1 ? `${name}, ` : name}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {left !== null && (
        <div>
          <dt>
            <IconTicket size={20} aria-hidden />
            Cupos
          </dt>
          <dd>{left}</dd>
        </div>
      )}
      {missing !== null && !isPast && (
        <div>
          <dt>
            <IconHandStop size={20} aria-hidden />
            Qué falta
          </dt>
          <dd>{missing}</dd>
        </div>
      )}
    </dl>
  );
}

/** 'Quedan 4 cupos', 'Ya no hay cupos · Lista de espera: 3'; null: no limit. */
export function placesText({
  places,
  hasWaitingList,
}: Pick<Activity, 'places' | 'hasWaitingList'>): string | null {
  const { free, waiting } = places;
  if (free === null) return null;
  const left = free === 0 ? 'Ya no hay cupos' : freePlacesText(free);
  if (waiting > 0) return `${left}${DOT}Lista de espera: ${digits(waiting)}`;
  return free === 0 && hasWaitingList ? `${left}${DOT}Hay lista de espera` : left;
}

/** The collective that organises an activity, with its mark. */
const CollectiveLink = ({ collective: { slug, name, isVerified } }: { collective: CollectiveSummary }) => (
  <Link to="/colectivos/$slug" params={{ slug }} className={classes.collectiveLink}>
    <span className={classes.name}>{name}</span>
    {isVerified && <VerifiedMark size={18} />}
  </Link>
);

const texts: Record<Badge, () => string> = {
  promoted: () => 'PROMO',
  ongoing: () => 'En curso',
  finished: () => 'FINALIZADA',
  pending: () =>
    isPublicBeforeReview()
      ? `Pendiente de revisión${DOT}ya es pública`
      : `Pendiente de revisión${DOT}aún no es pública`,
  held: () => 'En revisión',
  rejected: () => 'Rechazada',
};

export function ActivityBadges({ activity }: { activity: Activity }) {
  const badges = badgesOf(activity, useIsPast(activity), useIsOngoing(activity));
  if (badges.length === 0) return null;
  return (
    <ul className={`cluster ${classes.badgeList}`} aria-label="Estado">
      {badges.map(badge => (
        <li key={badge} className={`${classes.badge} ${classes[badge]}`}>
          {texts[badge]()}
        </li>
      ))}
    </ul>
  );
}

/** 'Cada sábado · quedan 11 fechas', for an occurrence of a series. */
export const SeriesLine = ({ series }: Pick<Activity, 'series'>) =>
  series !== null && (
    <p className={`row ${classes.line}`}>
      <IconRepeat size={20} aria-hidden />
      <span>{seriesText(series)}</span>
    </p>
  );

/** Why an activity was rejected; the server sends the reason only to its owner and to administrators. */
export function RejectionNotice({ activity }: { activity: Pick<Activity, 'rejectionReason'> }) {
  if (activity.rejectionReason === undefined) return null;
  return (
    <Note tone="clay" isSmall>
      <strong>No está publicada.</strong>
      <span>{` ${activity.rejectionReason} `}</span>
      <a href="/ayuda/publicar#si-te-rechazan-la-actividad">Qué puedes hacer</a>
    </Note>
  );
}
