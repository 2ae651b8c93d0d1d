import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { HelpLink } from '../../../components/help-link.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { AttendingLine } from './attending-line.tsx';

interface Props {
  /** Ends the filter that selects none; null: there is no filter. */
  readonly onShowAll: (() => void) | null;
}

/** /tasks without activities: to what the user attends, to publishing, to the catalogue. */
export const NoOwnActivities = ({ onShowAll }: Props) =>
  onShowAll === null ? (
    <EmptyState
      drawing="seedling"
      title="No hay tareas aún, por favor agregue una nueva tarea"
      text="Cuenta qué vas a hacer, dónde y cuándo; tu comunidad hace el resto."
    >
      <AttendingLine />
      <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar mi primera actividad</Button>
      <HelpLink to="publicar">Cómo se publica, paso a paso</HelpLink>
      <Link to="/actividades" className="target link">
        Buscar una actividad para sumarme
      </Link>
    </EmptyState>
  ) : (
    <EmptyState
      drawing="search"
      title="Aquí no hay actividades"
      text="Con lo que elegiste en «Mostrar» no sale ninguna."
    >
      <Button
        variant="default"
        onClick={() => {
          onShowAll();
          // The button leaves the screen.
          document.querySelector('h1')?.focus();
        }}
      >
        Mostrar todas
      </Button>
    </EmptyState>
  );
