import { Button } from '@mantine/core';
import { EmptyState } from '../../../components/empty-state.tsx';
import { HelpLink } from '../../../components/help-link.tsx';

interface Props {
  /** Participants cannot be added any more. */
  hasStarted: boolean;
  onAdd: () => void;
}

export const NoParticipants = ({ hasStarted, onAdd }: Props) => (
  <EmptyState
    drawing="people"
    title="No hay participantes registrados"
    order={3}
    {...(!hasStarted && {
      text: 'Quien confirme su asistencia aparecerá aquí. También puedes agregar a alguien tú.',
    })}
  >
    {!hasStarted && (
      <>
        <Button onClick={onAdd}>Agregar Primer Participante</Button>
        <HelpLink to="consejos">Cómo lograr que llegue gente</HelpLink>
      </>
    )}
  </EmptyState>
);
