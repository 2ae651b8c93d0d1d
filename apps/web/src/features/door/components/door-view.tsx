import { Button } from '@mantine/core';
import { doorHours } from '@minga/contract/door-hours';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { now } from '../../../lib/now.ts';
import { isClosedTo } from '../api/door.ts';
import { doorCounts } from '../door-counts.ts';
import { useAdmission } from '../use-admission.ts';
import { useDoor } from '../use-door.ts';
import { DoorCounter } from './door-counter.tsx';
import { DoorList } from './door-list.tsx';
import { DoorMissing } from './door-missing.tsx';
import { DoorNotice } from './door-notice.tsx';
import { DoorTools } from './door-tools.tsx';
import classes from './door-view.module.css';
import { ResultPanel } from './result-panel.tsx';
import { ReviewList } from './review-list.tsx';
import { SendingStatus } from './sending-status.tsx';

interface Props {
  readonly taskId: string;
  /** The account's id. */
  readonly owner: string;
}

/** /tasks/{id}/puerta: checks people in by their codes or by the list, with or without a network. */
export function DoorView({ taskId, owner }: Props) {
  const { activity, people = [], arrivals, error, refetch, isFromServer } = useDoor(taskId, owner);
  const admission = useAdmission({ taskId, owner, people });
  const search = useRef<HTMLInputElement>(null);
  /** Gets the focus of a button that disappears; the search would open a phone's keyboard. */
  const rows = useRef<HTMLDivElement>(null);

  if (activity === undefined || (error && isClosedTo(error)))
    return <DoorMissing taskId={taskId} error={error} retry={refetch} />;
  const { opens, closes } = doorHours(activity);
  const isOpen = opens <= now() && now() <= closes;
  // The clock of a device may be wrong by days: only the server's clock closes the door.
  const isShut = isFromServer && !isOpen;
  return (
    <>
      <PageHeading title="Puerta" windowTitle={`Puerta · ${activity.title}`} lead={activity.title} />
      <div className={classes.columns}>
        <div className={classes.tools}>
          <DoorCounter counts={doorCounts(people)} />
          <DoorNotice taskId={taskId} activity={activity} isOpen={isOpen} isShut={isShut} />
          <SendingStatus taskId={taskId} owner={owner} arrivals={arrivals} />
          <ReviewList owner={owner} arrivals={arrivals} afterFocus={rows} />
          {!isShut && (
            <DoorTools
              onRead={admission.read}
              onWalkIn={admission.admitWalkIn}
              onList={() => search.current?.focus()}
            />
          )}
        </div>
        <DoorList
          people={people}
          searchRef={search}
          rowsRef={rows}
          isShut={isShut}
          onCode={admission.enter}
          onAdmit={admission.admit}
          onUndo={admission.undo}
        />
      </div>
      <Button
        mt="lg"
        variant="default"
        leftSection={<IconArrowLeft size={20} aria-hidden />}
        renderRoot={props => <Link to="/actividades/$id" params={{ id: taskId }} {...props} />}
      >
        Volver a la actividad
      </Button>
      <ConfirmDialog
        isOpen={admission.erasing !== null}
        title="Deshacer la llegada y borrar las horas"
        confirmLabel="Deshacer y borrar"
        onConfirm={() => (admission.erasing ? admission.undoNow(admission.erasing) : undefined)}
        onCancel={admission.dismiss}
      >
        <p>
          Sus horas ya están confirmadas: se borran con la llegada y su constancia queda anulada. Solo puede
          hacerlo quien organiza la actividad.
        </p>
      </ConfirmDialog>
      <ResultPanel result={admission.result} onUndo={admission.undo} afterFocus={rows} />
    </>
  );
}
