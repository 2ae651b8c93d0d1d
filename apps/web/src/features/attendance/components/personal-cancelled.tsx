import { Button } from '@mantine/core';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { Link } from '@tanstack/react-router';
import { OutcomePage } from '../../../components/outcome-page.tsx';

interface Props {
  readonly attendance: PersonalAttendance;
  /** An offered place was left to the next person. */
  readonly isDeclined: boolean;
}

/** Confirms the end of the attendance and links to the activity, where the user can join again if there is room. */
export const PersonalCancelled = ({ attendance: { task, isPublic }, isDeclined }: Props) => (
  <OutcomePage
    heading={isDeclined ? 'Dejaste pasar el cupo' : 'Asistencia cancelada'}
    drawing="path"
    title={`Ya no estás en la lista de «${task.title}»`}
    text={`${isDeclined ? 'Se lo ofrecemos a la siguiente persona. ' : ''}Si cambias de idea, mira en la actividad si todavía puedes confirmar.`}
  >
    {isPublic && (
      <Button
        fullWidth
        size="lg"
        renderRoot={props => <Link to="/actividades/$id" params={{ id: task._id }} {...props} />}
      >
        Ver la actividad
      </Button>
    )}
  </OutcomePage>
);
