import type { Activity } from '@minga/contract/activities';
import {
  IconCopy,
  IconDoor,
  IconDots,
  IconMessage,
  IconPencil,
  IconSeedling,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { isDoorNear } from '../../../lib/attendance/is-door-near.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { digits } from '../../../lib/digits.ts';
import classes from './activity.module.css';

interface Props {
  readonly activity: Activity;
  /** The last entry of the menu, which deletes it. */
  readonly children: ReactNode;
}

const icon = { size: 20, 'aria-hidden': true } as const;
const item = `row ${classes.stripItem}`;

/** The actions of organisers, in the order of an activity's days: the people, the door, a message, the form. The rest is in the menu. */
export function OrganiserStrip({ activity, children }: Props) {
  const { _id: id, status, date, places, canCheckIn } = activity;
  const hasBegun = useNow(moment => new Date(date) <= moment);
  const isNear = useNow(moment => isDoorNear(activity, moment));
  const isPublished = status !== 'rejected';
  return (
    <nav aria-label="Organizar" className={classes.strip}>
      {hasBegun && (
        <Link to="/tasks/$id/$tab" params={{ id, tab: 'despues' }} className={item} data-first>
          <IconSeedling {...icon} />
          Horas y memoria
        </Link>
      )}
      {isPublished && (
        <Link to="/tasks/$id/$tab" params={{ id, tab: 'gente' }} className={item}>
          <IconUsersGroup {...icon} />
          <span>{`Gente (${digits(places.taken)})`}</span>
        </Link>
      )}
      {canCheckIn && isNear && (
        <Link
          to="/tasks/$id/$tab"
          params={{ id, tab: 'puerta' }}
          className={item}
          data-first={!hasBegun || undefined}
        >
          <IconDoor {...icon} />
          Puerta
        </Link>
      )}
      {isPublished && (
        <Link to="/tasks/$id/$tab" params={{ id, tab: 'mensajes' }} className={item}>
          <IconMessage {...icon} />
          Mensaje
        </Link>
      )}
      <Link to="/tasks/$id" params={{ id }} className={item}>
        <IconPencil {...icon} />
        Editar
      </Link>
      <MoreActions id={id}>{children}</MoreActions>
    </nav>
  );
}

interface MoreProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** A native popover: Enter opens it, Tab passes through its entries, and Escape closes it. */
function MoreActions({ id, children }: MoreProps) {
  const panelId = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={panelId}
        aria-label="Más acciones"
        className={`${item} ${classes.dots}`}
      >
        <IconDots {...icon} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus. */}
      <div
        id={panelId}
        // A press outside closes it natively; a focus that moves outside does not.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.();
        }}
        popover="auto"
        className={`card ${classes.menu}`}
      >
        <Link to="/tasks/$id/$tab" params={{ id, tab: 'equipo' }} className={`row ${classes.entry}`}>
          <IconUserPlus {...icon} />
          Equipo
        </Link>
        <Link to="/add-task" search={{ de: id }} className={`row ${classes.entry}`}>
          <IconCopy {...icon} />
          Duplicar
        </Link>
        {children}
      </div>
    </>
  );
}
