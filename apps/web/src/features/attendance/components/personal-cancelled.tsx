import { Button } from '@mantine/core';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';

/** Confirms the cancellation and links to the activity, where the user can join again. */
export const PersonalCancelled = ({ attendance: { task, isPublic } }: { attendance: PersonalAttendance }) => (
  <>
    <PageHeading title="Asistencia cancelada" />
    <div role="status">
      <EmptyState
        drawing="path"
        title={`Ya no estás en la lista de «${task.title}»`}
        text="Si cambias de idea, puedes volver a confirmar."
      />
    </div>
    {isPublic && (
      <Button
        fullWidth
        size="lg"
        renderRoot={props => <Link to="/actividades/$id" params={{ id: task._id }} {...props} />}
      >
        Ver la actividad
      </Button>
    )}
  </>
);
