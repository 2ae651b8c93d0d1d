import type { SavedSearch } from '@minga/contract/saved-searches';
import { IconBellCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { toastError } from '../../lib/toasts.ts';
import { type Filters, useSaveSearch } from './api.ts';
import { hasDays, mailNames } from './model.ts';
import { SaveSearchTrigger } from './save-search-trigger.tsx';
import classes from './saved-searches.module.css';

interface Props {
  filters: Filters;
  /** Pressed before this code was loaded. */
  isPressed: boolean;
}

/** Saves the search of a member, and says what was saved and where to change it. */
export default function SaveSearch({ filters, isPressed }: Props) {
  const { mutate, data, isPending } = useSaveSearch();
  const save = () => {
    if (isPending) return;
    mutate(filters, { onError: error => void toastError(errorText(error, 'Error al guardar la búsqueda')) });
  };
  const saveFirst = useEffectEvent(save);
  useEffect(() => {
    if (isPressed) saveFirst();
  }, [isPressed]);
  if (data !== undefined) return <Saved search={data} filters={filters} />;
  return (
    <>
      <SaveSearchTrigger onClick={save} />
      {filters.cerca && (
        <p className={`soft small ${classes.hint}`}>
          Con el aviso queda guardado en tu cuenta el punto aproximado desde donde buscas, a más o menos un
          kilómetro.
        </p>
      )}
    </>
  );
}

function Saved({ search: { words, mail }, filters }: { search: SavedSearch; filters: Filters }) {
  // The button that had the focus is gone.
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className={classes.saved} role="status">
      <IconBellCheck size={22} aria-hidden />
      <p ref={text} tabIndex={-1}>
        <span>{`Te avisaremos de lo nuevo: ${words}${hasDays(filters) ? ', de cualquier fecha' : ''}. En la campana y ${mailNames[mail].sentence}. `}</span>
        <Link to="/tasks/notificaciones" hash="busquedas-guardadas">
          Ver mis búsquedas guardadas
        </Link>
      </p>
    </div>
  );
}
