import type { Activity } from '@minga/contract/activities';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { PageHeading } from '../../../../components/page/page-heading.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import type { OrganisersField } from '../../../../features/activities/form/more-options.tsx';
import {
  CopyActivityView,
  NewActivityForm,
} from '../../../../features/activities/form/new-activity-form.tsx';
import { OrganisersFold } from '../../../../features/collectives/organisers-fold.tsx';
import { offerSharing } from '../../../offer-sharing.tsx';

interface Search {
  /** The id of the activity to copy. */
  de?: string | undefined;
  /** The id of the collective that organises the new activity. */
  colectivo?: string | undefined;
}

export const Route = createFileRoute('/_shell/_member/add-task')({
  validateSearch: ({ de, colectivo }: Record<string, unknown>): Search => ({
    de: typeof de === 'string' && de !== '' ? de : undefined,
    colectivo: typeof colectivo === 'string' && colectivo !== '' ? colectivo : undefined,
  }),
  component: AddTaskPage,
});

/** A new activity has no team yet. */
const organisers = (field: OrganisersField) => (
  <OrganisersFold {...field} current={null} isAuthor team={() => null} />
);

function AddTaskPage() {
  const { de, colectivo } = Route.useSearch();
  const navigate = useNavigate();
  const user = useUser();
  const onSaved = async (activity: Activity) => {
    await navigate({ to: '/tasks' });
    offerSharing(activity);
  };
  if (!user) return <Page width="wide">{null}</Page>;
  return (
    <Page width="wide">
      {de === undefined ? (
        <>
          <PageHeading title="Crear Actividad" lead="Lo que cuentes aquí lo verá toda la comunidad." />
          <NewActivityForm
            authorId={user._id}
            collectiveId={colectivo}
            organisers={organisers}
            onSaved={onSaved}
          />
        </>
      ) : (
        <CopyActivityView key={de} id={de} authorId={user._id} organisers={organisers} onSaved={onSaved} />
      )}
    </Page>
  );
}
