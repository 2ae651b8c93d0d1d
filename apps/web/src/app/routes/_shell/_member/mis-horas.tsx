import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { OwnTabs } from '../../../../features/activities/own/own-tabs.tsx';
import { MyHoursView } from '../../../../features/hours/my-hours.tsx';

export const Route = createFileRoute('/_shell/_member/mis-horas')({ component: MyHoursPage });

function MyHoursPage() {
  return (
    <Page width="text">
      <OwnTabs />
      <MyHoursView />
    </Page>
  );
}
