import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { oneActivity } from '../api.ts';
import { ActivityNotFound, NotOrganiser } from './not-editable.tsx';

interface Props {
  id: string;
  children: (activity: Activity) => ReactNode;
}

/** A screen of an activity for those who manage it; anybody else is told so. */
export function OrganisedActivity({ id, children }: Props) {
  const { data: activity, error, refetch } = useQuery(oneActivity(id));
  if (error && isUnknown(error)) return <ActivityNotFound />;
  if (activity === undefined)
    return error ? (
      <ErrorPanel error={error} retry={refetch} isWholePage />
    ) : (
      <LoadingStatus text="Cargando la actividad…" />
    );
  return activity.canManage ? (
    children(activity)
  ) : (
    <NotOrganiser id={id} organiser={activity.user.username} />
  );
}
