import { Button, Stack, Text } from '@mantine/core';
import type { PersonalAttendance } from '@minga/contract/attendance';
import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CalendarLink } from '../../../components/calendar-link.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EventWhen } from '../../../components/event-when.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useErrorToasts } from '../../../components/use-error-toasts.ts';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useCancelByLink } from '../api/personal-attendance.ts';
import { Going } from './going.tsx';
import classes from './personal-facts.module.css';

interface Props {
  readonly attendance: PersonalAttendance;
  readonly token: string;
  readonly onCancelled: () => void;
}

/** What, when and where, and the way to cancel. */
export function PersonalFacts({ attendance, token, onCancelled }: Props) {
  const { name, task, isPublic } = attendance;
  const isPast = new Date(task.date) < new Date();
  return (
    <>
      <PageHeading
        title={task.title}
        windowTitle="Tu asistencia"
        lead={
          isPast ? `${name}, esta actividad ya pasó. ¡Gracias por haber estado!` : `${name}, te esperamos.`
        }
      />
      <div className={classes.facts}>
        <EventWhen date={task.date} />
        <p className={classes.place}>
          <IconMapPin size={22} aria-hidden />
          {task.place || 'Lugar por confirmar'}
        </p>
      </div>
      <Stack gap="sm">
        {!isPast && <Going />}
        {isPublic && !isPast && <CalendarLink activityId={task._id} />}
        {isPublic && (
          <Button
            variant="default"
            renderRoot={props => <Link to="/actividades/$id" params={{ id: task._id }} {...props} />}
          >
            Ver la actividad
          </Button>
        )}
        {!isPublic && <Text c="dimmed">La actividad ya no está publicada.</Text>}
        {!isPast && <CancelButton attendance={attendance} token={token} onCancelled={onCancelled} />}
      </Stack>
    </>
  );
}

function CancelButton({ attendance, token, onCancelled }: Props) {
  const cancel = useCancelByLink(token);
  const { isOpen, open, close } = useLazyDialog();
  const { complain } = useErrorToasts();
  const send = () =>
    cancel.mutate(attendance, {
      onSuccess: onCancelled,
      onError: error => complain(errorSentences(error, 'Error al cancelar asistencia').join(' ')),
    });
  return (
    <>
      <Button variant="default" onClick={open}>
        Cancelar Asistencia
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="¿Cancelar asistencia?"
        cancelLabel="No"
        confirmLabel="Sí, cancelar"
        busyLabel="Cancelando..."
        isBusy={cancel.isPending}
        onConfirm={send}
        onCancel={close}
      >
        <Text>Ya no aparecerás en la lista de «{attendance.task.title}».</Text>
      </ConfirmDialog>
    </>
  );
}
