import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { AccountDeleted } from '../../../features/accounts/profile/account-deleted.tsx';

export const Route = createFileRoute('/_shell/adios')({
  component: () => (
    <SplitPage seed="adios">
      <AccountDeleted />
    </SplitPage>
  ),
});
