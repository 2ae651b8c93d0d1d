import { Button, Group } from '@mantine/core';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { errorReason } from '../error-reason.ts';

interface Props {
  error: Error;
  retry: () => void;
}

/** Shown if the reminders failed to load (docs/rules.md R5.7). */
export const SystemError = ({ error, retry }: Props) => (
  <>
    <PageHeading title="Error del Sistema" />
    <div role="alert">
      <EmptyState
        drawing="storm"
        title="El contexto de notificaciones no está disponible"
        text={errorReason(error, 'Error al cargar notificaciones')}
      >
        <Group justify="center">
          <Button onClick={retry}>Intentar de nuevo</Button>
        </Group>
      </EmptyState>
    </div>
  </>
);
