import { createFileRoute, Outlet } from '@tanstack/react-router';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { ActivitiesSidebar } from '../../../../features/activities/own/activities-sidebar.tsx';
import { AdministrationLink } from '../../../../features/administration/administration-link.tsx';
import classes from './tasks.module.css';

/** The layout of the activities area: a sidebar and the current screen. */
export const Route = createFileRoute('/_shell/_member/tasks')({ component: ActivitiesArea });

function ActivitiesArea() {
  const user = useUser();
  return (
    <div className={classes.area}>
      <ActivitiesSidebar>
        {user && user.role !== 'user' && <AdministrationLink role={user.role} />}
      </ActivitiesSidebar>
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  );
}
