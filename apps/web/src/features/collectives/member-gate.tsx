import { Button, Skeleton } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import type { TeamRole } from '@minga/contract/teams';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { isUnknown } from '../../lib/errors/unknown-row.ts';
import { oneCollective } from './api.ts';

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

export const CollectiveNotFound = () => (
  <>
    <PageHeading title="No encontramos este colectivo" />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text="Puede que el enlace esté incompleto o que el colectivo ya no exista."
    >
      <Button renderRoot={props => <Link to="/colectivos" {...props} />}>Ver los colectivos</Button>
    </EmptyState>
  </>
);

/** For a screen that only some members may use. */
export const CollectiveNotYours = ({ slug, name, text }: { slug: string; name: string; text: string }) => (
  <>
    <PageHeading title={name} />
    <EmptyState drawing="people" title="Esto lo hacen otras personas del colectivo" text={text}>
      <Button renderRoot={props => <Link to="/colectivos/$slug" params={{ slug }} {...props} />}>
        Ver el colectivo
      </Button>
    </EmptyState>
  </>
);
