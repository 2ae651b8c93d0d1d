import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';

export const Route = createFileRoute('/_shell/_member/colectivos/$slug/equipo')({
  component: () => <Page width="text">{null}</Page>,
});
