import { shallowEqual } from '@mantine/hooks';
import { IconCheck, IconCloudUp } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { clockTime } from '../../../lib/dates.ts';
import type { DoorPerson } from '../door-people.ts';
import { partyName } from '../party-name.ts';
import classes from './door-row.module.css';

interface Props {
  readonly person: DoorPerson;
  readonly isShut: boolean;
  readonly onAdmit: (person: DoorPerson) => void;
  readonly onUndo: (person: DoorPerson) => void;
}

/** The second press of a double press must not undo the first. */
const DOUBLE_PRESS_MS = 700;
const STANDINGS = { confirmed: '', waiting: 'En lista de espera', offered: 'Con cupo ofrecido' } as const;

function Row({ person, isShut, onAdmit, onUndo }: Props) {
  const { companions, status, arrivedAt, isUnsent } = person;
  const admittedAt = useRef(Number.NEGATIVE_INFINITY);
  const hasArrived = arrivedAt !== null;
  const name = partyName(person);

  // An arrival that was undone, in the panel or elsewhere, can be noted again at once.
  useEffect(() => {
    if (!hasArrived) return;
    return () => {
      admittedAt.current = Number.NEGATIVE_INFINITY;
    };
  }, [hasArrived]);

  // One button that changes, so that it keeps the focus.
  function press(at: number): void {
    if (at - admittedAt.current < DOUBLE_PRESS_MS) return;
    if (!hasArrived) admittedAt.current = at;
    if (hasArrived) onUndo(person);
    else onAdmit(person);
  }

  return (
    <li className={classes.row} data-arrived={hasArrived || undefined}>
      <div className={classes.words}>
        <p className={classes.name}>
          <bdi>{person.name}</bdi>
          {companions > 0 && <span className={classes.companions}>{` + ${companions}`}</span>}
        </p>
        {hasArrived && (
          <p className={classes.arrived}>
            <IconCheck size={18} aria-hidden />
            <span>{` ${clockTime(arrivedAt)}`}</span>
            {isUnsent && (
              <span className={classes.unsent}>
                <IconCloudUp size={16} aria-hidden /> Por enviar
              </span>
            )}
          </p>
        )}
        {!hasArrived && status !== 'confirmed' && <p className={classes.standing}>{STANDINGS[status]}</p>}
      </div>
      {!isShut && (hasArrived || status === 'confirmed') && (
        <button
          type="button"
          className={hasArrived ? classes.undo : classes.admit}
          aria-label={hasArrived ? `Deshacer: ${name}` : `Llegó: ${name}`}
          onClick={event => press(event.timeStamp)}
        >
          {hasArrived ? 'Deshacer' : 'Llegó'}
        </button>
      )}
    </li>
  );
}

/** Rendered again for another state only: each arrival makes a new list, and a key press in the search renders it twice. */
export const DoorRow = memo(
  Row,
  ({ person: before, ...one }, { person: after, ...other }) =>
    shallowEqual(before, after) && shallowEqual(one, other),
);
