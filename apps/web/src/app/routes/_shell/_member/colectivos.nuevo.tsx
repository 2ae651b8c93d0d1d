import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { HelpLink } from '../../../../components/help-link.tsx';
import { Page } from '../../../../components/page/page.tsx';
import { PageHeading } from '../../../../components/page/page-heading.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { NewCollectiveForm } from '../../../../features/collectives/collective-form.tsx';

export const Route = createFileRoute('/_shell/_member/colectivos/nuevo')({ component: NewCollectivePage });

function NewCollectivePage() {
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Page width="wide">
      <PageHeading
        title="Crear un colectivo"
        lead="Una página para tu grupo, con todo lo que organizan. Después invitas a tu equipo."
      />
      {user && (
        <NewCollectiveForm
          userId={user._id}
          onSaved={({ slug }) => navigate({ to: '/colectivos/$slug', params: { slug } })}
        />
      )}
      <HelpLink to="colectivos">Cómo funciona un colectivo</HelpLink>
    </Page>
  );
}
