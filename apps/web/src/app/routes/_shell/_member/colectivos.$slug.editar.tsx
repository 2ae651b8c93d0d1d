import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { EditCollectiveView } from '../../../../features/collectives/edit-collective.tsx';
import { WebhooksSection } from '../../../../features/webhooks/webhooks-section.tsx';

export const Route = createFileRoute('/_shell/_member/colectivos/$slug/editar')({
  component: EditCollectivePage,
});

function EditCollectivePage() {
  const { slug } = Route.useParams();
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Page width="wide">
      {user && (
        <EditCollectiveView
          key={slug}
          slug={slug}
          userId={user._id}
          webhooks={<WebhooksSection slug={slug} />}
          onSaved={() => navigate({ to: '/colectivos/$slug', params: { slug } })}
          // The form may hold unsaved changes of what no longer exists.
          onDeleted={() => navigate({ to: '/colectivos', ignoreBlocker: true })}
        />
      )}
    </Page>
  );
}
