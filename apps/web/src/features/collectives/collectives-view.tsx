import { Button, Skeleton } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { IconCalendarHeart, IconMapPin, IconPlus, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { VerifiedMark } from '../../components/brand/verified-mark.tsx';
import { SearchBox } from '../../components/form/search-box.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadMore } from '../../components/page/load-more.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { counted } from '../../lib/digits.ts';
import { collectiveList, PAGE_SIZE } from './api.ts';
import { CollectivePicture } from './collective-picture.tsx';
import classes from './collectives-view.module.css';
import { followersText, noticeOf, ownRoleText, upcomingText } from './model.ts';
import { ownCollectives } from './own-collectives.ts';

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
        <h2 id={HEADING} className={`title ${classes.heading}`}>
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

interface CollectivesEmptyProps {
  words: string | undefined;
  isSignedIn: boolean;
  onShowAll: () => void;
}

/** The empty state of the list or of its search. */
function CollectivesEmpty({ words, isSignedIn, onShowAll }: CollectivesEmptyProps) {
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

const OWN_COLLECTIVES_SECTION_HEADING = 'mis-colectivos';

/** The collectives of which the user is a member, also those that are not public; nothing without any. */
function OwnCollectivesSection() {
  const { data } = useQuery(ownCollectives);
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={OWN_COLLECTIVES_SECTION_HEADING} className={classes.section}>
      <h2 id={OWN_COLLECTIVES_SECTION_HEADING} className={`title ${classes.heading}`}>
        Mis colectivos
      </h2>
      <CollectiveGrid collectives={data} labelledBy={OWN_COLLECTIVES_SECTION_HEADING} isOwn />
    </section>
  );
}

interface CollectiveGridProps {
  collectives: readonly Collective[];
  /** The id of the heading. */
  labelledBy: string;
  isOwn?: boolean;
}

const CollectiveGrid = ({ collectives, labelledBy, isOwn = false }: CollectiveGridProps) => (
  <ul className={classes.grid} aria-labelledby={labelledBy}>
    {collectives.map(collective => (
      <li key={collective._id}>
        <CollectiveCard collective={collective} isOwn={isOwn} />
      </li>
    ))}
  </ul>
);

/** Placeholders for loading cards. */
function CollectiveSkeletons() {
  const cards = Array.from({ length: 6 }, (_, index) => `card-${index}`);
  return (
    <>
      <LoadingStatus text="Cargando colectivos..." isHidden />
      <div className={classes.grid} aria-hidden="true">
        {cards.map(card => (
          <Skeleton key={card} height={128} />
        ))}
      </div>
    </>
  );
}

interface CollectiveCardProps {
  collective: Collective;
  /** In the list of the member's own: shows the role and whether it is public. */
  isOwn?: boolean;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/** A collective in a list. */
function CollectiveCard({ collective, isOwn = false }: CollectiveCardProps) {
  const { _id, slug, name, place, isVerified, followers, upcoming, myRole } = collective;
  const headingId = `${isOwn ? 'own' : 'collective'}-${_id}`;
  const notice = noticeOf(collective);
  const followersLine = followersText(followers);
  return (
    <article className={`card rising ${classes.card}`} aria-labelledby={headingId}>
      <div className={classes.picture}>
        <CollectivePicture collective={collective} sizes="7rem" />
      </div>
      <div className={classes.body}>
        <h3 id={headingId} className={classes.name}>
          <Link to="/colectivos/$slug" params={{ slug }} className="cover">
            {name}
          </Link>
          {isVerified && <VerifiedMark />}
        </h3>
        {isOwn && (
          <ul className={`cluster ${classes.tags}`} aria-label="Tu parte">
            {myRole && <li className={classes.role}>{ownRoleText(myRole)}</li>}
            {notice && <li className={classes[notice.tone]}>{notice.name}</li>}
          </ul>
        )}
        <ul className={`stack soft small ${classes.facts}`} aria-label="Datos">
          {place !== '' && (
            <li>
              <IconMapPin {...icon} />
              <span>{place}</span>
            </li>
          )}
          <li>
            <IconCalendarHeart {...icon} />
            <span>{upcomingText(upcoming)}</span>
          </li>
          {followersLine && (
            <li>
              <IconUsers {...icon} />
              <span>{followersLine}</span>
            </li>
          )}
        </ul>
      </div>
    </article>
  );
}
