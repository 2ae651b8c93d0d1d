import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { ActivityForm } from '../../../../features/activities/components/activity-form.tsx';

export const Route = createFileRoute('/_shell/_member/add-task')({ component: AddTaskPage });

function AddTaskPage() {
  const navigate = useNavigate();
  return (
    <Page width="form">
      <PageHeading
        title="Crear Actividad"
        lead="Lo que cuentes aquí lo verá toda la comunidad. Solo el título y la fecha son obligatorios."
      />
      <ActivityForm onSaved={() => navigate({ to: '/tasks' })} />
    </Page>
  );
}
