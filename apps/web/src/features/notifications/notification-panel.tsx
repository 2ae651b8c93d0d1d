import { Button, CloseButton, Group } from '@mantine/core';
import { NOTIFICATIONS_MAX, type NotificationType } from '@minga/contract/notifications';
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
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { alertPermission } from '../../lib/browser-alerts.ts';
import { now } from '../../lib/dates/now.ts';
import { timeAgo } from '../../lib/dates/time-ago.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { siteName } from '../../lib/site-name.ts';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
import type { BellChange, Entry } from './bell.ts';
import { bellLines, type Line } from './bell-lines.ts';
import classes from './notifications.module.css';
import { type PushOutcome, useSubscribeHere } from './push.ts';

interface Props {
  all: readonly Entry[];
  /** The ids that were unread when the panel opened. */
  fresh: readonly string[];
  isConnected: boolean | null;
  onChange: (change: BellChange) => void;
  onRendered: () => void;
}

/** The content of the bell's popover. */
export function NotificationPanel({ all, fresh, isConnected, onChange, onRendered }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(title);
  const renderTime = now();
  const [newest] = all;
  const handleRendered = useEffectEvent(onRendered);
  useEffect(() => handleRendered(), []);

  const lines = useMemo(() => bellLines(all), [all]);

  function change(kind: 'read' | 'remove', { ids }: Line): void {
    onChange({ kind, entries: all.filter(entry => ids.includes(entry.id)) });
  }

  return (
    <div ref={focusRecovery}>
      <div className={`bar ${classes.head}`}>
        <h2 ref={title} tabIndex={-1} className={classes.title}>
          Notificaciones
        </h2>
        {newest && (
          <Button variant="subtle" onClick={() => onChange({ kind: 'clear', until: newest.timestamp })}>
            Limpiar
          </Button>
        )}
      </div>
      {isConnected === false && (
        <p className={classes.lost}>Sin conexión en vivo: puede faltar lo más nuevo.</p>
      )}
      {lines.length === 0 ? (
        <EmptyState
          drawing="letter"
          title="No hay notificaciones"
          text="Te avisaremos cuando tengas algo nuevo"
          order={3}
        />
      ) : (
        <ul>
          {lines.map(line => (
            <NotificationLine
              key={line.id}
              entry={line}
              isFresh={!line.read || line.ids.some(id => fresh.includes(id))}
              now={renderTime}
              onRead={() => !line.read && change('read', line)}
              onRemove={() => change('remove', line)}
            />
          ))}
        </ul>
      )}
      {all.length === NOTIFICATIONS_MAX && (
        <p
          className={`soft small ${classes.more}`}
        >{`Aquí se ven las ${NOTIFICATIONS_MAX} más recientes.`}</p>
      )}
      <div className={classes.offer}>
        <AlertOffer />
      </div>
      <p className={classes.foot}>
        <Link to="/tasks/notificaciones" className={`link ${classes.link}`}>
          Configurar Notificaciones
        </Link>
      </p>
    </div>
  );
}

interface NotificationLineProps {
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
function NotificationLine({ entry, isFresh, now, onRead, onRemove }: NotificationLineProps) {
  const { id, taskId, title } = entry;
  const words = <Words entry={entry} isFresh={isFresh} now={now} />;
  return (
    <li data-row={id} className={classes.line} data-fresh={isFresh || undefined}>
      {taskId === null ? (
        <button type="button" className={`plain ${classes.body}`} onClick={onRead}>
          {words}
        </button>
      ) : (
        <Link
          to="/actividades/$id"
          params={{ id: taskId }}
          className={`plain ${classes.body}`}
          onClick={onRead}
        >
          {words}
        </Link>
      )}
      <CloseButton size={44} className={classes.remove} aria-label={`Quitar: ${title}`} onClick={onRemove} />
    </li>
  );
}

function Words({ entry, isFresh, now }: Pick<NotificationLineProps, 'entry' | 'isFresh' | 'now'>) {
  const { type, title, message, timestamp } = entry;
  const Icon = icons[type] ?? IconBell;
  return (
    <>
      <Icon size={22} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={`cluster ${classes.notificationLineTitle}`}>
          <span>{title}</span> {isFresh && <span className={classes.fresh}>Nueva</span>}
        </span>
        <span className={classes.message}>{message}</span>
        <time dateTime={timestamp} className="soft fine">
          {timeAgo(timestamp, now)}
        </time>
      </span>
    </>
  );
}

const OUTCOMES: Readonly<Record<PushOutcome, string>> = {
  subscribed: `Listo: este dispositivo te avisa aunque ${siteName} esté cerrada.`,
  'open-only': `Listo: este navegador te avisa mientras ${siteName} esté abierta.`,
  denied:
    'Tu navegador quedó sin permiso para avisarte. Si cambias de idea, dáselo en sus ajustes. La campana y el correo siguen igual.',
};

/** Explains what notifications on this device are for and offers them, unless the user has decided before. */
export function AlertOffer() {
  const subscribe = useSubscribeHere();
  const [wasUndecided] = useState(() => alertPermission() === 'undecided');
  const [isDeclined, setDeclined] = useState(isOfferDeclined);
  if (!wasUndecided || isDeclined) return null;

  function decline(): void {
    declineOffer();
    setDeclined(true);
  }

  return (
    <div className={`stack ${classes.alertOffer}`} role="status">
      {subscribe.data === undefined ? (
        <>
          <p className={classes.text}>
            {`¿Quieres enterarte aunque no estés mirando ${siteName}? Este dispositivo te avisa lo mismo que llega a la campana: recordatorios, cambios, cupos y mensajes.`}
          </p>
          {subscribe.error && (
            <p className={classes.text}>
              {errorText(subscribe.error, 'No pudimos activar los avisos aquí.')}
            </p>
          )}
          <Group gap="sm">
            <BusyButton
              isBusy={subscribe.isPending}
              busyLabel="Activando…"
              onClick={() => subscribe.mutate()}
            >
              Activar avisos aquí
            </BusyButton>
            <Button variant="default" onClick={decline}>
              Ahora no
            </Button>
          </Group>
        </>
      ) : (
        <p className={classes.text}>{OUTCOMES[subscribe.data]}</p>
      )}
    </div>
  );
}

const KEY = 'minga.alert-offer';

/** Whether 'Ahora no' was pressed in this browser. */
const isOfferDeclined = (): boolean => typeof safeLocalStorage.get(KEY) === 'string';

const declineOffer = (): void => void safeLocalStorage.set(KEY, 'no');
