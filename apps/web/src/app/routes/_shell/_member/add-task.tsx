import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { useUser } from '../../../../features/accounts/api/session.ts';
import { NewActivityForm } from '../../../../features/activities/components/new-activity-form.tsx';

export const Route = createFileRoute('/_shell/_member/add-task')({ component: AddTaskPage });

function AddTaskPage() {
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Page width="wide">
      <PageHeading
        title="Crear Actividad"
        lead="Lo que cuentes aquí lo verá toda la comunidad. Solo el título y la fecha son obligatorios."
      />
      {user && <NewActivityForm authorId={user._id} onSaved={() => navigate({ to: '/tasks' })} />}
    </Page>
  );
}
