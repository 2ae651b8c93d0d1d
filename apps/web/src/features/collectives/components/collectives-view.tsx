import { Button } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/activities';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { counted } from '../../../lib/digits.ts';
import { collectiveList, PAGE_SIZE } from '../api/collective-list.ts';
import { CollectiveGrid } from './collective-grid.tsx';
import { CollectiveSkeletons } from './collective-skeletons.tsx';
import { CollectivesEmpty } from './collectives-empty.tsx';
import classes from './collectives-view.module.css';
import { OwnCollectivesSection } from './own-collectives-section.tsx';

interface Props {
  /** The URL's words. */
  words: string | undefined;
  isSignedIn: boolean;
  onSearch: (words: string, options: { replace: boolean }) => void;
}

const HEADING = 'colectivos';

/** /colectivos: the public collectives, below those of the user. */
export function CollectivesView({ words, isSignedIn, onSearch }: Props) {
  const list = useInfiniteQuery(collectiveList(words));
  const { data, isPlaceholderData, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <>
      <PageHeading
        title="Colectivos"
        lead="Grupos, juntas y organizaciones que convocan en tu comunidad. Sigue a los que quieras y te contamos lo nuevo."
        action={isSignedIn && <NewCollectiveLink />}
      />
      {isSignedIn && words === undefined && <OwnCollectivesSection />}
      <section aria-labelledby={HEADING}>
        <h2 id={HEADING} className={classes.heading}>
          {words === undefined ? 'Todos los colectivos' : 'Resultados'}
        </h2>
        <div className={classes.search}>
          <SearchBox
            label="Buscar colectivos"
            placeholder="Río, juventud, Pandiguando…"
            words={words ?? ''}
            maxLength={SEARCH_MAX}
            form={{ path: '/colectivos', name: 'q', others: {} }}
            // Consecutive typed searches share one history entry.
            onSearch={next => next !== (words ?? '') && onSearch(next, { replace: words !== undefined })}
          />
        </div>
        <p role="status" className={classes.count}>
          {data !== undefined && !isPlaceholderData && data.total > 0 && countText(data.total)}
        </p>
        {list.isPending && <CollectiveSkeletons />}
        {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
        {data?.total === 0 && !isPlaceholderData && (
          <CollectivesEmpty
            words={words}
            isSignedIn={isSignedIn}
            onShowAll={() => onSearch('', { replace: false })}
          />
        )}
        {data !== undefined && data.rows.length > 0 && (
          <CollectiveGrid collectives={data.rows} labelledBy={HEADING} />
        )}
        {data !== undefined && data.total > PAGE_SIZE && (
          <LoadMore
            shown={data.rows.length}
            total={data.total}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            hasFailed={list.isFetchNextPageError}
            onMore={more}
          />
        )}
      </section>
    </>
  );
}

const countText = (count: number) => counted(count, 'colectivo', 'colectivos');

const NewCollectiveLink = () => (
  <Button
    leftSection={<IconPlus size={20} aria-hidden />}
    renderRoot={props => <Link to="/colectivos/nuevo" {...props} />}
  >
    Crear colectivo
  </Button>
);
