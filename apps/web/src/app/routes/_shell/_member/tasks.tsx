import { createFileRoute, Outlet } from '@tanstack/react-router';
import { ActivitiesSidebar } from '../../../../features/activities/components/activities-sidebar.tsx';
import classes from './tasks.module.css';

/** The activities area: its screens beside the list of them. */
export const Route = createFileRoute('/_shell/_member/tasks')({ component: ActivitiesArea });

function ActivitiesArea() {
  return (
    <div className={classes.area}>
      <ActivitiesSidebar />
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  );
}
