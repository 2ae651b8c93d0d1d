import { Button } from '@mantine/core';
import { EmptyState } from '../../../components/empty-state.tsx';
import { HelpLink } from '../../../components/help-link.tsx';

interface Props {
  /** Then nobody is added any more. */
  isPast: boolean;
  onAdd: () => void;
}

export const NoParticipants = ({ isPast, onAdd }: Props) => (
  <EmptyState
    drawing="people"
    title="No hay participantes registrados"
    order={3}
    {...(!isPast && {
      text: 'Quien confirme su asistencia aparecerá aquí. También puedes anotar a alguien tú.',
    })}
  >
    {!isPast && (
      <>
        <Button onClick={onAdd}>Agregar Primer Participante</Button>
        <HelpLink to="consejos">Cómo lograr que llegue gente</HelpLink>
      </>
    )}
  </EmptyState>
);
