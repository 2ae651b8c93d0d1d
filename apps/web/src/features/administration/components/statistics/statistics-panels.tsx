import linkClasses from '../../../../components/text-link.module.css';
import { ActivityPanel } from './activity-panel.tsx';
import { AttendancePanel } from './attendance-panel.tsx';
import classes from './statistics-panels.module.css';
import { UserPanel } from './user-panel.tsx';

/** 'Estadísticas' of an admin (docs/rules.md R6.8). */
export const StatisticsPanels = () => (
  <div className={classes.panels}>
    <UserPanel />
    <ActivityPanel />
    <div className={classes.wide}>
      <AttendancePanel />
      <a href="/api/admin/impact.csv" download className={linkClasses.link}>
        Descargar el impacto por mes y colectivo (CSV)
      </a>
    </div>
  </div>
);
