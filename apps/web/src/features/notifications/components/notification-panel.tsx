import { Button } from '@mantine/core';
import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { now } from '../../../lib/now.ts';
import type { BellChange } from '../bell-change.ts';
import { idsOfLine } from '../bell-list.ts';
import type { Entry } from '../entry.ts';
import { AlertOffer } from './alert-offer.tsx';
import { NotificationLine } from './notification-line.tsx';
import classes from './notification-panel.module.css';

interface Props {
  all: readonly Entry[];
  shown: readonly Entry[];
  /** The ids that were unread when the panel opened. */
  fresh: readonly string[];
  isConnected: boolean | null;
  onChange: (change: BellChange) => void;
  onRendered: () => void;
}

/** The content of the bell's popover. */
export function NotificationPanel({ all, shown, fresh, isConnected, onChange, onRendered }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(title);
  const renderTime = now();
  const [newest] = all;
  const handleRendered = useEffectEvent(onRendered);
  useEffect(() => handleRendered(), []);

  function change(kind: 'read' | 'remove', { id }: Entry): void {
    const ids = idsOfLine(all, id);
    onChange({ kind, entries: all.filter(entry => ids.includes(entry.id)) });
  }

  return (
    <div ref={focusRecovery}>
      <div className={classes.head}>
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
      {shown.length === 0 ? (
        <EmptyState
          drawing="letter"
          title="No hay notificaciones"
          text="Te avisaremos cuando tengas algo nuevo"
          order={3}
        />
      ) : (
        <ul className={classes.list}>
          {shown.map(entry => (
            <NotificationLine
              key={entry.id}
              entry={entry}
              isFresh={!entry.read || fresh.includes(entry.id)}
              now={renderTime}
              onRead={() => !entry.read && change('read', entry)}
              onRemove={() => change('remove', entry)}
            />
          ))}
        </ul>
      )}
      {all.length === NOTIFICATIONS_MAX && (
        <p className={classes.more}>{`Aquí se ven las ${NOTIFICATIONS_MAX} más recientes.`}</p>
      )}
      <div className={classes.offer}>
        <AlertOffer />
      </div>
      <p className={classes.foot}>
        <Link to="/tasks/notificaciones" className={classes.link}>
          Configurar Notificaciones
        </Link>
      </p>
    </div>
  );
}
