import type { WholeActivity } from '@minga/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LoadingStatus } from '../../../../components/page/loading-status.tsx';
import { Page } from '../../../../components/page/page.tsx';
import { PageHeading } from '../../../../components/page/page-heading.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { oneActivity } from '../../../../features/activities/api.ts';
import type { OrganisersField } from '../../../../features/activities/form/more-options.tsx';
import {
  CopyActivityView,
  NewActivityForm,
} from '../../../../features/activities/form/new-activity-form.tsx';
import { OrganisersFold } from '../../../../features/collectives/organisers-fold.tsx';
import { toastSuccess } from '../../../../lib/toasts.ts';

interface Search {
  /** The id of the activity to copy. */
  de?: string | undefined;
  /** The id of the collective that organises the new activity. */
  colectivo?: string | undefined;
  /** The id of the activity that was just published. */
  publicada?: string | undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const Route = createFileRoute('/_shell/_member/add-task')({
  validateSearch: ({ de, colectivo, publicada }: Record<string, unknown>): Search => ({
    de: textOf(de),
    colectivo: textOf(colectivo),
    publicada: textOf(publicada),
  }),
  component: AddTaskPage,
});

const loadResult = () => import('../../../../features/activities/form/published-activity.tsx');
const PublishedActivity = lazy(() => loadResult().then(module => ({ default: module.PublishedActivity })));

const organisers = (field: OrganisersField) => <OrganisersFold {...field} current={null} isAuthor />;

function AddTaskPage() {
  const { de, colectivo, publicada } = Route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const user = useUser();
  const onSaved = async (activity: WholeActivity) => {
    queryClient.setQueryData(oneActivity(activity._id).queryKey, activity);
    try {
      await loadResult();
    } catch {
      // The network has gone since: the list, whose code is here, shows the activity too.
      toastSuccess(activity.isHeld ? HELD : PUBLISHED);
      return navigate({ to: '/tasks' });
    }
    // In place of the form, which Back must not offer again.
    return navigate({ to: '/add-task', search: { publicada: activity._id }, replace: true });
  };
  if (!user) return <Page width="wide">{null}</Page>;
  return (
    <Page width="wide">
      {publicada !== undefined ? (
        <Suspense fallback={<LoadingStatus text="Cargando…" />}>
          <PublishedActivity id={publicada} />
        </Suspense>
      ) : de === undefined ? (
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

const PUBLISHED = 'Actividad publicada';
const HELD = 'Guardada: la publicaremos cuando la revisemos';
