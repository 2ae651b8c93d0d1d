import { createFileRoute, Outlet } from '@tanstack/react-router';
import { BelowHeading } from '../../../../components/page/page-heading.tsx';
import { useIsPhone } from '../../../../components/use-is-phone.ts';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { ActivitiesSidebar } from '../../../../features/activities/own/activities-sidebar.tsx';
import { OwnTabs } from '../../../../features/activities/own/own-tabs.tsx';
import { AdministrationLink } from '../../../../features/administration/administration-link.tsx';
import { useScreen } from '../../../shell/places.ts';
import classes from './tasks.module.css';

/** The layout of the activities area: a sidebar and the current screen. On phones the sidebar stands below the screen's heading. */
export const Route = createFileRoute('/_shell/_member/tasks')({ component: ActivitiesArea });

const TABBED = ['/tasks/', '/tasks/voy-a-ir'];

/** An activity's own tabs are this screen's only row on a phone. */
const WITHOUT_CHIPS = '/tasks/asistencia';

function ActivitiesArea() {
  const user = useUser();
  const isPhone = useIsPhone();
  const screen = useScreen();
  const isTabbed = TABBED.includes(screen);
  const sidebar = (
    <ActivitiesSidebar>
      {user && user.role !== 'user' && <AdministrationLink role={user.role} />}
    </ActivitiesSidebar>
  );
  return (
    <div className={classes.area}>
      {isPhone ? isTabbed && <OwnTabs /> : sidebar}
      <div className={classes.screen}>
        <BelowHeading value={isPhone && screen !== WITHOUT_CHIPS && sidebar}>
          <Outlet />
        </BelowHeading>
      </div>
    </div>
  );
}
