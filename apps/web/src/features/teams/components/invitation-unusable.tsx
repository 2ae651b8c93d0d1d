import { Button } from '@mantine/core';
import { INVITATION_DAYS } from '@minga/contract/teams';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';

/** For a link that is incomplete, used, withdrawn or expired, or whose sender may not invite any more. */
export const InvitationUnusable = ({ isIncomplete = false }: { isIncomplete?: boolean }) => (
  <>
    <PageHeading title={isIncomplete ? 'El enlace no está completo' : 'Esta invitación ya no sirve'} />
    <EmptyState
      drawing="letter"
      title={isIncomplete ? 'Ábrelo otra vez desde el correo' : 'Pide que te inviten otra vez'}
      text={
        isIncomplete
          ? 'Toca el botón del correo, o copia el enlace entero.'
          : `Cada invitación sirve ${INVITATION_DAYS} días y una sola vez, mientras quien la envió pueda invitar y no la retire.`
      }
    >
      <Button variant="default" renderRoot={props => <Link to="/colectivos" {...props} />}>
        Ver los colectivos
      </Button>
    </EmptyState>
  </>
);
