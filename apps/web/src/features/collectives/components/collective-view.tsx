import type { Collective } from '@minga/contract/collectives';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { oneCollective } from '../api/one-collective.ts';
import classes from './collective-article.module.css';
import { CollectiveArticle } from './collective-article.tsx';
import { CollectiveNotFound } from './collective-not-found.tsx';
import { CollectiveViewSkeleton } from './collective-view-skeleton.tsx';

interface Props {
  slug: string;
  isSignedIn: boolean;
  /** Its activities: what is to come and what was. */
  activities: ReactNode;
  /** The button that reports it, at the end of the page. */
  report: (collective: Collective) => ReactNode;
}

/** /colectivos/{slug}: the public page of a collective. */
export function CollectiveView({ slug, isSignedIn, activities, report }: Props) {
  const { data: collective, error, refetch } = useQuery(oneCollective(slug));
  return (
    <>
      <Link to="/colectivos" activeOptions={{ exact: true }} className={classes.back}>
        <IconArrowLeft size={20} aria-hidden />
        Todos los colectivos
      </Link>
      {collective && (
        <CollectiveArticle
          collective={collective}
          isSignedIn={isSignedIn}
          activities={activities}
          report={report(collective)}
        />
      )}
      {!collective && !error && <CollectiveViewSkeleton />}
      {!collective &&
        error &&
        (isUnknown(error) ? (
          <CollectiveNotFound />
        ) : (
          <ErrorPanel isWholePage error={error} retry={refetch} />
        ))}
    </>
  );
}
