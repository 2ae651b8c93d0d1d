import { createFileRoute } from '@tanstack/react-router';
import { PageHeading } from '../../../components/page-heading.tsx';

export const Route = createFileRoute('/_shell/actividades/')({
  component: () => <PageHeading title="Actividades" />,
});
