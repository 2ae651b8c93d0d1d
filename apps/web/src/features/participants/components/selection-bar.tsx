import { Button } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import { IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { useSelection } from '../use-selection.ts';
import classes from './selection-bar.module.css';

const RemoveParticipantsDialog = lazy(() =>
  import('./remove-participants-dialog.tsx').then(module => ({ default: module.RemoveParticipantsDialog })),
);

interface Props {
  readonly taskId: string;
  /** The rows on the screen. */
  readonly participants: readonly Attendance[];
  readonly selection: ReturnType<typeof useSelection>;
  /** Called after the removal. */
  readonly onRemoved: () => void;
}

/** Starts a selection, and removes the selected participants. */
export function SelectionBar({ taskId, participants, selection, onRemoved }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { ids } = selection;
  // Whoever has cancelled since is no longer selected.
  const selected = participants.filter(({ _id }) => ids?.has(_id));
  if (ids === null)
    return (
      <Button variant="subtle" className={classes.start} onClick={selection.start}>
        Quitar a varias personas
      </Button>
    );
  const isAll = selected.length === participants.length;
  return (
    <div className={classes.bar}>
      <p className={classes.count} role="status">
        {selected.length === 0
          ? 'Elige a quiénes quitar'
          : selected.length === 1
            ? '1 elegida'
            : `${selected.length} elegidas`}
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
      <Button variant="default" onClick={selection.stop}>
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
    </div>
  );
}
