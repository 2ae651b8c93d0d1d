import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { longDate } from '../../../lib/dates.ts';
import type { ActivityChoice } from '../activity-choice.ts';
import { ActivitiesError } from './activities-error.tsx';
import { ActivitySelect } from './activity-select.tsx';
import { ParticipantList } from './participant-list.tsx';
import { ParticipantSkeleton } from './participant-skeleton.tsx';
import classes from './participants-view.module.css';

interface Props {
  choice: ActivityChoice;
  onChoose: (id: string) => void;
}

/** /tasks/asistencia: the participants of the user's own activities (docs/rules.md R4.8). */
export const ParticipantsView = ({ choice, onChoose }: Props) => (
  <>
    <div className={classes.screen}>
      <PageHeading title="Gestionar Asistencia" />
    </div>
    <Content choice={choice} onChoose={onChoose} />
  </>
);

function Content({ choice, onChoose }: Props) {
  switch (choice.status) {
    case 'pending':
      return <ParticipantSkeleton text="Cargando actividades..." hasSelect />;
    case 'failed':
      return <ActivitiesError error={choice.error} retry={choice.retry} />;
    case 'none':
      return <NoActivities />;
    case 'chosen':
      return (
        <>
          <div className={classes.screen}>
            <ActivitySelect {...choice} onChoose={onChoose} />
          </div>
          <p className={classes.printed}>
            <strong>{choice.chosen.title}</strong>
            <span>{[longDate(choice.chosen.date), choice.chosen.place].filter(Boolean).join(' · ')}</span>
          </p>
          <ParticipantList key={choice.chosen._id} activity={choice.chosen} />
        </>
      );
  }
}

const NoActivities = () => (
  <EmptyState
    drawing="seedling"
    title="Todavía no organizas ninguna actividad"
    text="Cuando publiques una, aquí verás quiénes van a venir."
  >
    <Button renderRoot={props => <Link to="/add-task" {...props} />}>Crear Actividad</Button>
  </EmptyState>
);
