import { Button } from '@mantine/core';
import type { InvitationOffer } from '@minga/contract/teams';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { roleText } from '../roles.ts';

const DOOR =
  'El día de la actividad entra a «Voy a ir» y toca «Puerta»: el botón aparece desde 12 horas antes de comenzar.';

export const InvitationAccepted = ({ offer: { name, role, slug, taskId } }: { offer: InvitationOffer }) => (
  <>
    <PageHeading title="¡Ya haces parte!" />
    <div role="status">
      <EmptyState drawing="people" title={name} text={role === 'door' ? DOOR : roleText(role).duties}>
        {slug !== null && (
          <Button renderRoot={props => <Link to="/colectivos/$slug" params={{ slug }} {...props} />}>
            Ver el colectivo
          </Button>
        )}
        {taskId !== null && (
          <Button renderRoot={props => <Link to="/actividades/$id" params={{ id: taskId }} {...props} />}>
            Ver la actividad
          </Button>
        )}
      </EmptyState>
    </div>
  </>
);
