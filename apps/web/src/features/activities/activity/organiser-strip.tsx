import type { Activity } from '@minga/contract/activities';
import {
  IconBrandWhatsapp,
  IconCalendarPlus,
  IconCopy,
  IconDoor,
  IconDots,
  IconDownload,
  IconMessage,
  IconPencil,
  IconSeedling,
  IconShare3,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { sendByWhatsApp, share } from '../../../components/share-button.tsx';
import { isDoorNear } from '../../../lib/attendance/is-door-near.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { digits } from '../../../lib/digits.ts';
import { PromotionSwitch } from '../own/promotion-switch.tsx';
import { PosterButton } from '../poster/poster-button.tsx';
import activityClasses from './activity.module.css';
import classes from './organiser-strip.module.css';

interface Props {
  readonly activity: Activity;
  /** The last entry of the menu, which deletes it. */
  readonly children: ReactNode;
}

const icon = { size: 20, 'aria-hidden': true } as const;
const item = `row small strong ${classes.stripItem}`;
const entry = `row plain ${classes.entry}`;

/** The actions of organisers, in the order of an activity's days: the people, the door, a message, the form. What is rare is in the menu. */
export function OrganiserStrip({ activity, children }: Props) {
  const { _id: id, status, date, places, canCheckIn } = activity;
  const hasBegun = useNow(moment => new Date(date) <= moment);
  const isNear = useNow(moment => isDoorNear(activity, moment));
  const isPublished = status !== 'rejected';
  return (
    <nav aria-label="Organizar" className={activityClasses.strip}>
      {hasBegun && (
        <Link to="/tasks/$id/$tab" params={{ id, tab: 'despues' }} className={item} data-first>
          <IconSeedling {...icon} />
          Después
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
      <MoreActions activity={activity} isUpcoming={!hasBegun}>
        {children}
      </MoreActions>
    </nav>
  );
}

interface MoreProps extends Props {
  readonly isUpcoming: boolean;
}

/** A native popover: Enter opens it, Tab passes through its entries, and Escape closes it. */
function MoreActions({ activity, isUpcoming, children }: MoreProps) {
  const { _id: id, title, status, isHeld } = activity;
  const isPublished = status !== 'rejected' && !isHeld;
  const page = { title, path: `/actividades/${id}` };
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
        <Link to="/tasks/$id/$tab" params={{ id, tab: 'equipo' }} className={entry}>
          <IconUserPlus {...icon} />
          Equipo
        </Link>
        <Link to="/add-task" search={{ de: id }} className={entry}>
          <IconCopy {...icon} />
          Duplicar
        </Link>
        {status !== 'rejected' && (
          <PosterButton activityId={id}>
            {open => (
              <button type="button" className={entry} onClick={open}>
                <IconDownload {...icon} />
                Afiche
              </button>
            )}
          </PosterButton>
        )}
        {isPublished && (
          <>
            <button type="button" className={entry} onClick={() => share(page)}>
              <IconShare3 {...icon} />
              Compartir
            </button>
            <button type="button" className={entry} onClick={() => sendByWhatsApp(page)}>
              <IconBrandWhatsapp {...icon} />
              Compartir por WhatsApp
            </button>
            {isUpcoming && (
              <>
                <a href={`${page.path}.ics`} className={entry}>
                  <IconCalendarPlus {...icon} />
                  Agregar al calendario
                </a>
                <div className={entry}>
                  <PromotionSwitch activity={activity} />
                </div>
              </>
            )}
          </>
        )}
        {children}
      </div>
    </>
  );
}
