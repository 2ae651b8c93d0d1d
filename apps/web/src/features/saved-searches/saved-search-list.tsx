import { Button, NativeSelect } from '@mantine/core';
import { type FollowMail, followMails } from '@minga/contract/collectives';
import type { SavedSearch } from '@minga/contract/saved-searches';
import { IconTrash } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useScrollToHash } from '../../components/page/use-scroll-to-hash.ts';
import { savedSearchesQuery, useDeleteSavedSearch, useUpdateSavedSearch } from './api.ts';
import { mailNames, withoutPoint } from './model.ts';
import classes from './saved-searches.module.css';

const options = followMails.map(value => ({ value, label: mailNames[value].label }));

/** The user's saved searches. */
export function SavedSearchList() {
  const { data } = useQuery(savedSearchesQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const list = useFocusRecovery(title);
  // The sections above have their height once nothing is being fetched.
  const isSettled = useIsFetching() === 0;
  useScrollToHash('busquedas-guardadas', data !== undefined && isSettled);
  if (data === undefined) return null;
  return (
    <section aria-labelledby="busquedas-guardadas" className={classes.section}>
      <h3 id="busquedas-guardadas" ref={title} tabIndex={-1} className={classes.title}>
        Búsquedas guardadas
      </h3>
      <p className="soft">
        {data.length === 0
          ? 'Filtra las actividades como te gusten y toca «Avísame de lo nuevo»: te contamos lo que se publique.'
          : 'Lo nuevo que encuentran te llega a la campana y, si quieres, por correo. El resumen diario sale a las 8:00 a. m.'}
      </p>
      {data.length === 0 && (
        <Link to="/actividades" className="target link">
          Buscar actividades
        </Link>
      )}
      <ul ref={list} className={classes.list}>
        {data.map(search => (
          <Row key={search._id} search={search} />
        ))}
      </ul>
    </section>
  );
}

function Row({ search: { _id: id, words, filters, mail } }: { search: SavedSearch }) {
  const update = useUpdateSavedSearch();
  const remove = useDeleteSavedSearch();
  const { colectivo, ...others } = withoutPoint(filters as Parameters<typeof withoutPoint>[0]);
  return (
    <li data-row={id} className={classes.row}>
      <div className={classes.what}>
        {colectivo === undefined ? (
          <Link to="/actividades" search={others} className="target link">
            {words}
          </Link>
        ) : (
          <Link to="/colectivos/$slug" params={{ slug: colectivo }} className="target link">
            {words}
          </Link>
        )}
        {filters.cerca !== undefined && (
          <p className="soft">Desde el punto aproximado en el que estabas cuando la guardaste.</p>
        )}
      </div>
      <NativeSelect
        size="md"
        aria-label={`Correos de lo nuevo: ${words}`}
        data={options}
        value={mail}
        onChange={event => update.mutate({ id, mail: event.currentTarget.value as FollowMail })}
      />
      <Button
        variant="default"
        leftSection={<IconTrash size={20} aria-hidden />}
        aria-label={`Quitar: ${words}`}
        onClick={() => {
          if (!remove.isPending) remove.mutate(id);
        }}
      >
        Quitar
      </Button>
    </li>
  );
}
