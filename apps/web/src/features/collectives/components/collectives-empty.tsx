import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';

interface Props {
  words: string | undefined;
  isSignedIn: boolean;
  onShowAll: () => void;
}

/** The empty state of the list or of its search. */
export function CollectivesEmpty({ words, isSignedIn, onShowAll }: Props) {
  if (words !== undefined) {
    return (
      <div role="status">
        <EmptyState
          drawing="search"
          order={3}
          title="No encontramos colectivos con esas palabras"
          text="Prueba con una sola palabra, o con el nombre del barrio o la vereda."
        >
          <Button variant="default" onClick={onShowAll}>
            Ver todos los colectivos
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <EmptyState
      drawing="people"
      order={3}
      title="Todavía no hay colectivos"
      text="¿Organizas con más gente? Con un colectivo publican juntas y quien las sigue se entera de lo nuevo."
    >
      <Button renderRoot={props => <Link to="/colectivos/nuevo" {...props} />}>
        {isSignedIn ? 'Crear el primero' : 'Entrar y crear el primero'}
      </Button>
    </EmptyState>
  );
}
