import { CloseButton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useEffect, useRef } from 'react';
import { MapEntry } from './map-entry.tsx';
import classes from './map-view.module.css';

interface Props {
  /** Those of one point. */
  activities: readonly Activity[];
  onClose: () => void;
}

/** The card of a pressed point. It takes the focus; Escape closes it. */
export function MapCard({ activities, onClose }: Props) {
  const card = useRef<HTMLElement>(null);
  const ids = activities.map(({ _id }) => _id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another point was pressed.
  useEffect(() => card.current?.focus({ preventScroll: true }), [ids]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="En este punto"
      className={classes.card}
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <CloseButton aria-label="Cerrar" className={classes.close} size={44} onClick={onClose} />
      <ul>
        {activities.map(activity => (
          <li key={activity._id}>
            <MapEntry activity={activity} />
          </li>
        ))}
      </ul>
    </section>
  );
}
