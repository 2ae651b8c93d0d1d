import type { Activity } from '@minga/contract/activities';
import { doorHours } from '@minga/contract/door-hours';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import rowClasses from '../../../components/page/tab-row.module.css';
import { useTabRow } from '../../../components/page/use-tab-row.ts';
import { clockTime, siteDay } from '../../../lib/dates/dates.ts';
import { dayWord } from '../../../lib/dates/day-words.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { digits } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { oneActivity } from '../api.ts';
import classes from './organise.module.css';

interface Props {
  readonly activity: Pick<
    Activity,
    '_id' | 'title' | 'date' | 'endDate' | 'places' | 'status' | 'canCheckIn'
  >;
  /** A phone shows the screen without it. */
  readonly isWideOnly?: boolean;
  /** The screen is the list of people at its other address. */
  readonly isList?: boolean;
}

/** The line of an activity, which leads to it, above the tabs of those who organise it. */
export function OrganiseHead({ activity, isWideOnly = false, isList = false }: Props) {
  const { _id: id, title } = activity;
  return (
    <div className={`${classes.head} ${isWideOnly ? classes.wideOnly : ''}`}>
      <Link to="/actividades/$id" params={{ id }} className={`row ${classes.activity}`}>
        <IconArrowLeft size={20} aria-hidden />
        <span className={classes.words}>
          <bdi className={classes.title}>{title}</bdi>
          <span className="soft small">
            {' '}
            <ActivityFacts activity={activity} />
          </span>
        </span>
      </Link>
      <OrganiseTabs activity={activity} isList={isList} />
    </div>
  );
}

type FactsOf = Pick<Activity, 'date' | 'places'>;

/** The second line of an activity: when it is, and how many go. */
const ActivityFacts = ({ activity }: { readonly activity: FactsOf }) =>
  useNow(moment => factsText(activity, moment));

/** 'Mañana · 3:00 p. m. · 14 van'. */
function factsText({ date, places: { taken } }: FactsOf, now: Date): string {
  const isPast = new Date(date) <= now;
  const [one, many] = isPast ? ['confirmó', 'confirmaron'] : ['va', 'van'];
  return [
    dayWord(siteDay(date), siteDay(now.toISOString())),
    clockTime(date),
    `${digits(taken)} ${taken === 1 ? one : many}`,
  ].join(DOT);
}

interface TabsProps {
  readonly activity: Pick<Activity, '_id' | 'date' | 'endDate' | 'status' | 'canCheckIn'>;
  readonly isList: boolean;
}

/** The screens of an activity that its organisers can use now. Before its day the door says when it opens and how to prepare it. */
function OrganiseTabs({ activity, isList }: TabsProps) {
  const { _id: id, date, status, canCheckIn } = activity;
  const hasBegun = useNow(moment => new Date(date) <= moment);
  const hasDoor = useNow(moment => canCheckIn && moment <= doorHours(activity).closes);
  const list = useRef<HTMLElement>(null);
  const screen = useLocation({ select: ({ pathname }) => pathname });
  useTabRow(list, screen);
  const props = {
    to: '/tasks/$id/$tab',
    resetScroll: false,
    className: `centred strong ${classes.tab}`,
  } as const;
  return (
    <nav ref={list} aria-label="Organizar" className={`${rowClasses.row} ${classes.tabs}`}>
      {isList ? (
        // Its own address: a press must not change the layout.
        <Link
          to="/tasks/asistencia"
          search={{ taskId: id }}
          resetScroll={false}
          aria-current="page"
          className={props.className}
        >
          Gente
        </Link>
      ) : (
        <Link {...props} params={{ id, tab: 'gente' }}>
          Gente
        </Link>
      )}
      {hasDoor && (
        <Link {...props} params={{ id, tab: 'puerta' }}>
          Puerta
        </Link>
      )}
      {status !== 'rejected' && (
        <Link {...props} params={{ id, tab: 'mensajes' }}>
          Mensajes
        </Link>
      )}
      {hasBegun && (
        <Link {...props} params={{ id, tab: 'despues' }}>
          Después
        </Link>
      )}
      <Link {...props} params={{ id, tab: 'equipo' }}>
        Equipo
      </Link>
    </nav>
  );
}

interface DoorProps {
  readonly id: string;
  /** Gets whether the tabs are shown, which a phone hides here. */
  readonly children: (hasTabs: boolean) => ReactNode;
}

/** The same above a door on a wide screen. A door is also open to those who only receive people, and without a network. */
export function OrganisedDoor({ id, children }: DoorProps) {
  const { data: activity } = useQuery(oneActivity(id));
  const managed = activity?.canManage ? activity : null;
  return (
    <>
      {managed && <OrganiseHead activity={managed} isWideOnly />}
      {children(managed !== null)}
    </>
  );
}
