import { Button } from '@mantine/core';
import { type Activity, SEARCH_MAX } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { catalogue } from '../api/catalogue.ts';
import { countLine } from '../count-line.ts';
import classes from './catalogue-view.module.css';
import { PagedGrid } from './paged-grid.tsx';

interface Props {
  words: string;
  onSearch: (words: string) => void;
  attendance: (activity: Activity) => ReactNode;
}

/** /actividades: what anybody can find and join. */
export function CatalogueView({ words, onSearch, attendance }: Props) {
  const list = useInfiniteQuery(catalogue(words));
  const total = list.data?.total;
  return (
    <>
      <PageHeading
        title="Actividades"
        lead="Mingas, jornadas y encuentros que organiza la gente de tu comunidad. Elige una y confirma que vas."
      />
      <div className={classes.search}>
        <SearchBox
          label="Buscar actividades"
          placeholder="Siembra, río, Cerro de la Eme…"
          words={words}
          maxLength={SEARCH_MAX}
          onSearch={onSearch}
        />
      </div>
      <p role="status" className={classes.count}>
        {list.isPlaceholderData && 'Buscando actividades...'}
        {!list.isPlaceholderData && total !== undefined && total > 0 && countLine(total)}
      </p>
      {list.isPending && <CardSkeletons text="Cargando actividades..." />}
      {list.isLoadingError && <FaultPanel error={list.error} retry={list.refetch} />}
      {total === 0 && !list.isPlaceholderData && <Nothing words={words} onSearch={onSearch} />}
      <PagedGrid list={list} attendance={attendance} />
    </>
  );
}

function Nothing({ words, onSearch }: Pick<Props, 'words' | 'onSearch'>) {
  if (words === '') {
    return (
      <EmptyState
        drawing="seedling"
        title="Todavía no hay actividades próximas"
        text="La primera puede ser la tuya: publicarla toma un minuto."
      >
        <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar una actividad</Button>
      </EmptyState>
    );
  }
  return (
    <div role="status">
      <EmptyState
        drawing="search"
        title="No se encontraron actividades"
        text="Prueba con una sola palabra, o con el nombre del barrio o la vereda."
      >
        <Button variant="default" onClick={() => onSearch('')}>
          Ver todas las actividades
        </Button>
      </EmptyState>
    </div>
  );
}
