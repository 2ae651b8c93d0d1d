import { accessibilityNames } from '@minga/contract/accessibility';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { Location } from '@minga/contract/location';
import { locationRows } from '@minga/contract/location-texts';
import {
  IconAccessible,
  IconCalendarEvent,
  IconMapPin,
  IconMessageCircle,
  IconTicket,
  IconUserHeart,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { VerifiedMark } from '../../../components/brand/verified-mark.tsx';
import { goingText, peopleText } from '../../../lib/attendance/people-text.ts';
import { siteZoneName } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { whenText } from '../../../lib/dates/when-text.ts';
import { DOT } from '../../../lib/dot.ts';
import { useClientValue } from '../../../lib/use-client-value.ts';
import {
  distanceText,
  isLocationHidden,
  LOCATION_HIDDEN,
  seriesText,
  useIsOngoing,
  useIsPast,
} from '../model.ts';
import classes from './activity.module.css';

interface LineProps {
  readonly Icon: typeof IconMapPin;
  readonly children: ReactNode;
}

const Line = ({ Icon, children }: LineProps) => (
  <div className={classes.line}>
    <Icon size={20} aria-hidden />
    <div>{children}</div>
  </div>
);

interface Props {
  readonly activity: Activity | WholeActivity;
  /** The viewer has a place: how many are left is of no use to them. */
  readonly hasPlace: boolean;
}

/** The facts that a person needs about an activity before all else, a line each: when, where, who organises, how many attend. */
export const ActivityLines = ({ activity, hasPlace }: Props) => (
  <div className={`stack ${classes.lines}`}>
    <WhenLine activity={activity} />
    <WhereLine activity={activity} />
    <OrganiserLine activity={activity} />
    <PeopleLine activity={activity} hasPlace={hasPlace} />
    <AccessibilityLine names={activity.accessibility} />
    {/* The ticket has it as a button. */}
    {'chatUrl' in activity && activity.chatUrl !== null && !hasPlace && <ChatLine url={activity.chatUrl} />}
  </div>
);

function WhenLine({ activity }: { readonly activity: Pick<Activity, 'date' | 'endDate' | 'series'> }) {
  const { date, series } = activity;
  const text = useNow(now => whenText(activity, now));
  const zone = useClientValue(siteZoneName(date), '');
  const rest = [series !== null && seriesText(series), zone].filter(Boolean).join(DOT);
  return (
    <Line Icon={IconCalendarEvent}>
      {/* Browsers may format dates a little differently from the server: its text stays. */}
      <time dateTime={date} className="strong" suppressHydrationWarning>
        {text}
      </time>
      {rest !== '' && <span className={`soft small ${classes.rest}`}>{rest}</span>}
    </Line>
  );
}

/** The place, the way to it in the phone's map, and the organiser's directions. */
function WhereLine({ activity }: { readonly activity: Activity }) {
  const { _id, place, location, distanceKm, isLocationPrivate } = activity;
  const agent = useClientValue(globalThis.navigator?.userAgent ?? '', '');
  const distance = distanceKm === undefined ? '' : `, ${distanceText(distanceKm)}`;
  return (
    <Line Icon={IconMapPin}>
      <span className={classes.place}>{`${place === '' ? 'Lugar por confirmar' : place}${distance}`}</span>
      {location !== null && (
        <a
          href={mapAddress(location, agent)}
          target="_blank"
          rel="noopener noreferrer"
          className={`link ${classes.way}`}
        >
          Cómo llegar
        </a>
      )}
      {location !== null && !isLocationPrivate && (
        <Link to="/mapa" search={{ actividad: _id }} className={`link ${classes.way}`}>
          Ver en el mapa
        </Link>
      )}
      {locationRows(activity).map(({ label, value }) => (
        <p key={label} className={`soft small ${classes.directions}`}>
          {value}
        </p>
      ))}
      {isLocationHidden(activity) && <p className="soft small">{LOCATION_HIDDEN}</p>}
    </Line>
  );
}

/** The collective with its seal, or the person, and the people responsible: one sentence. */
function OrganiserLine({
  activity,
}: {
  readonly activity: Pick<Activity, 'collective' | 'responsible' | 'user' | 'source'>;
}) {
  const { collective, responsible, user, source } = activity;
  const others = [...new Set(responsible)].filter(
    name => collective !== null || !user.username.startsWith(name),
  );
  return (
    <Line Icon={IconUserHeart}>
      <span className="soft">Organiza </span>
      {collective === null ? (
        <strong>{user.username}</strong>
      ) : (
        <Link
          to="/colectivos/$slug"
          params={{ slug: collective.slug }}
          className={`link ${classes.collective}`}
        >
          <span className={classes.name}>{collective.name}</span>
          {collective.isVerified && <VerifiedMark size={18} />}
        </Link>
      )}
      {others.length > 0 && <span className="soft">{` con ${listed(others)}`}</span>}
      {source?.isCancelled === false && (
        <p className="soft small">{`Viene del calendario de ${source.host}`}</p>
      )}
    </Line>
  );
}

const listed = (list: readonly string[]) => new Intl.ListFormat('es-CO').format(list);

/** '12 van · quedan 5', until the activity begins. */
function PeopleLine({ activity, hasPlace }: Props) {
  const [isPast, isOngoing] = [useIsPast(activity), useIsOngoing(activity)];
  const text = hasPlace ? goingText(activity.places.taken) : peopleText(activity);
  if (text === null || isPast || isOngoing) return null;
  return (
    <Line Icon={IconTicket}>
      <span>{text}</span>
    </Line>
  );
}

const AccessibilityLine = ({ names }: { readonly names: Activity['accessibility'] }) =>
  names.length === 0 ? null : (
    <Line Icon={IconAccessible}>
      <span>{names.map(name => accessibilityNames[name]).join(DOT)}</span>
    </Line>
  );

const ChatLine = ({ url }: { readonly url: string }) => (
  <Line Icon={IconMessageCircle}>
    <a href={url} target="_blank" rel="noopener noreferrer" className={`link ${classes.way}`}>
      Entrar al grupo de chat
    </a>
  </Line>
);

/**
 * The address that opens the phone's own map with the way to a point: Android lets the person choose among its maps, Apple's
 * devices open theirs. Elsewhere, and before the browser is known, the web's.
 */
export function mapAddress({ latitude, longitude }: Location, userAgent: string): string {
  const point = `${latitude},${longitude}`;
  if (/android/i.test(userAgent)) return `geo:${point}?q=${point}`;
  if (/iphone|ipad|macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${point}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(point)}`;
}
