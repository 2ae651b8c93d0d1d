import classes from './team-panel.module.css';
import { TeamPanel } from './team-panel.tsx';

interface Props {
  activityId: string;
  canManage: boolean;
  userId: string;
  onLeft: () => void;
}

/** Who organises one activity besides its author and its collective, inside the activity's form. */
export const ActivityTeam = ({ activityId, ...panel }: Props) => (
  <>
    {panel.canManage && (
      <p className={classes.text}>
        Para esta sola actividad puedes invitar a más personas. Lo que cambies aquí abajo vale de una vez, sin
        guardar el formulario.
      </p>
    )}
    <TeamPanel team={{ kind: 'activity', id: activityId }} order={3} {...panel} />
  </>
);
