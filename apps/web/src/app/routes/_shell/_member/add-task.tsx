import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { useUser } from '../../../../features/accounts/api/session.ts';
import { CopyActivityView } from '../../../../features/activities/components/copy-activity-view.tsx';
import { NewActivityForm } from '../../../../features/activities/components/new-activity-form.tsx';

export const Route = createFileRoute('/_shell/_member/add-task')({
  /** `de`: the id of the activity to copy. */
  validateSearch: ({ de }: Record<string, unknown>): { de?: string | undefined } => ({
    de: typeof de === 'string' && de !== '' ? de : undefined,
  }),
  component: AddTaskPage,
});

function AddTaskPage() {
  const { de } = Route.useSearch();
  const navigate = useNavigate();
  const user = useUser();
  const onSaved = () => navigate({ to: '/tasks' });
  if (!user) return <Page width="wide">{null}</Page>;
  return (
    <Page width="wide">
      {de === undefined ? (
        <>
          <PageHeading
            title="Crear Actividad"
            lead="Lo que cuentes aquí lo verá toda la comunidad. Solo el título y la fecha son obligatorios."
          />
          <NewActivityForm authorId={user._id} onSaved={onSaved} />
        </>
      ) : (
        <CopyActivityView key={de} id={de} authorId={user._id} onSaved={onSaved} />
      )}
    </Page>
  );
}
