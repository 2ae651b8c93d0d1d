import { CloseButton } from '@mantine/core';
import type { NotificationType } from '@minga/contract/notifications';
import {
  IconBell,
  IconCalendarBolt,
  IconCalendarX,
  IconCircleCheck,
  IconClockHour4,
  IconCompass,
  IconFlag,
  IconMessage,
  IconTicket,
  IconUserMinus,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { timeAgo } from '../../../lib/time-ago.ts';
import type { Entry } from '../entry.ts';
import classes from './notification-line.module.css';

interface Props {
  entry: Entry;
  /** It was unread when the bell opened. */
  isFresh: boolean;
  now: Date;
  onRead: () => void;
  onRemove: () => void;
}

const icons: Readonly<Record<string, typeof IconBell>> = {
  reminder: IconClockHour4,
  attendance: IconUserPlus,
  cancellation: IconUserMinus,
  change: IconCalendarBolt,
  deletion: IconCalendarX,
  place: IconTicket,
  approval: IconCircleCheck,
  rejection: IconX,
  report: IconFlag,
  publication: IconCompass,
  message: IconMessage,
} satisfies Record<NotificationType, typeof IconBell>;

/** One notification, with a link to its activity if it has one. */
export function NotificationLine({ entry, isFresh, now, onRead, onRemove }: Props) {
  const { id, taskId, title } = entry;
  const words = <Words entry={entry} isFresh={isFresh} now={now} />;
  return (
    <li data-row={id} className={classes.line} data-fresh={isFresh || undefined}>
      {taskId === null ? (
        <button type="button" className={classes.body} onClick={onRead}>
          {words}
        </button>
      ) : (
        <Link to="/actividades/$id" params={{ id: taskId }} className={classes.body} onClick={onRead}>
          {words}
        </Link>
      )}
      <CloseButton size={44} className={classes.remove} aria-label={`Quitar: ${title}`} onClick={onRemove} />
    </li>
  );
}

function Words({ entry, isFresh, now }: Pick<Props, 'entry' | 'isFresh' | 'now'>) {
  const { type, title, message, timestamp } = entry;
  const Icon = icons[type] ?? IconBell;
  return (
    <>
      <Icon size={22} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>
          <span>{title}</span> {isFresh && <span className={classes.fresh}>Nueva</span>}
        </span>
        <span className={classes.message}>{message}</span>
        <time dateTime={timestamp} className={classes.when}>
          {timeAgo(timestamp, now)}
        </time>
      </span>
    </>
  );
}
