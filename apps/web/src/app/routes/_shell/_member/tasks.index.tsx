import { createFileRoute } from '@tanstack/react-router';
import { PageHeading } from '../../../../components/page-heading.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/')({
  component: () => <PageHeading title="Mis Actividades" />,
});
