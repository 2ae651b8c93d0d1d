import { Button } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { counted } from '../../lib/digits.ts';
import classes from './participants.module.css';
import type { useSelection } from './use-selection.ts';

const RemoveParticipantsDialog = lazy(() =>
  import('./remove-participants-dialog.tsx').then(module => ({ default: module.RemoveParticipantsDialog })),
);

interface Props {
  readonly taskId: string;
  /** The rows that the list shows. */
  readonly participants: readonly Attendance[];
  readonly selection: ReturnType<typeof useSelection>;
  /** Called after the removal. */
  readonly onRemoved: () => void;
  /** Called when the selection has ended without one. */
  readonly onStopped: () => void;
}

/** Removes the selected participants. */
export function SelectionBar({ taskId, participants, selection, onRemoved, onStopped }: Props) {
  const container = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { ids } = selection;
  // Participants who have cancelled since are no longer selected.
  const selected = participants.filter(({ _id }) => ids?.has(_id));
  const isAll = selected.length === participants.length;

  // The button that started it has disappeared.
  useEffect(() => container.current?.focus(), []);

  return (
    <section
      ref={container}
      tabIndex={-1}
      aria-label="Quitar a varias personas"
      className={`cluster card ${classes.bar}`}
    >
      <p className={`strong ${classes.count}`} role="status">
        {countText(selected.length)}
      </p>
      <Button
        variant="default"
        onClick={() => selection.select(isAll ? [] : participants.map(({ _id }) => _id))}
      >
        {isAll ? 'Ninguna' : 'Elegir todas'}
      </Button>
      <Button
        color="clay"
        leftSection={<IconTrash size={18} aria-hidden />}
        disabled={selected.length === 0}
        onClick={() => setAsking(true)}
      >
        Eliminar
      </Button>
      <Button
        variant="default"
        onClick={() => {
          selection.stop();
          onStopped();
        }}
      >
        Terminar
      </Button>
      <Suspense>
        {isAsking && (
          <RemoveParticipantsDialog
            taskId={taskId}
            participants={selected}
            onClose={() => setAsking(false)}
            onRemoved={() => {
              selection.stop();
              onRemoved();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

const countText = (count: number) =>
  count === 0 ? 'Elige a quiénes quitar' : counted(count, 'elegida', 'elegidas');
