import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/split-page.tsx';
import { Farewell } from '../../../features/accounts/components/profile/farewell.tsx';

export const Route = createFileRoute('/_shell/adios')({
  component: () => (
    <SplitPage seed="adios">
      <Farewell />
    </SplitPage>
  ),
});
