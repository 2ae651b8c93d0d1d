import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { useUser } from '../../../../features/accounts/api/session.ts';
import { Welcome } from '../../../../features/accounts/components/welcome.tsx';

export const Route = createFileRoute('/_shell/_member/welcome')({ component: WelcomePage });

function WelcomePage() {
  const user = useUser();
  return <Page width="wide">{user && <Welcome user={user} />}</Page>;
}
