import { Skeleton } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import type { TeamRole } from '@minga/contract/teams';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { oneCollective } from '../api/one-collective.ts';
import { CollectiveNotFound, CollectiveNotYours } from './collective-not-found.tsx';

interface Props {
  slug: string;
  /** The heading while loading. */
  title: string;
  children: (collective: Collective, myRole: TeamRole) => ReactNode;
}

/** A screen of a collective for its members. */
export function MemberGate({ slug, title, children }: Props) {
  const { data, error, refetch } = useQuery(oneCollective(slug));
  if (data === undefined) {
    if (error && isUnknown(error)) return <CollectiveNotFound />;
    if (error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
    return (
      <>
        <PageHeading title={title} />
        <LoadingStatus text="Cargando el colectivo..." isHidden />
        <Skeleton height={240} />
      </>
    );
  }
  if (data.myRole === null) {
    return <CollectiveNotYours slug={slug} name={data.name} text="Solo lo ven quienes hacen parte de él." />;
  }
  return children(data, data.myRole);
}
