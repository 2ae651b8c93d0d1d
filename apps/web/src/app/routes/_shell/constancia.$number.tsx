import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { CertificateView } from '../../../features/hours/certificate.tsx';

export const Route = createFileRoute('/_shell/constancia/$number')({ component: CertificatePage });

function CertificatePage() {
  const { number } = Route.useParams();
  return (
    <Page width="text">
      <CertificateView key={number} number={number} />
    </Page>
  );
}
