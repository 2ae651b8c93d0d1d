import type { WholeActivity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { oneActivity } from '../api.ts';
import { PosterNotice } from '../poster/poster-notice.tsx';
import { ActivityNotFound, NotOrganiser } from './not-editable.tsx';
import classes from './organise.module.css';
import { OrganiseHead } from './organise-head.tsx';

interface Props {
  readonly id: string;
  /** The screen below the tabs is as wide as a text. */
  readonly isText: boolean;
  readonly children: (activity: WholeActivity) => ReactNode;
}

/** The line and the tabs of an activity, above a screen for those who manage it; anybody else is told so. */
export function OrganisedActivity({ id, isText, children }: Props) {
  const { data: activity, error, refetch } = useQuery(oneActivity(id));
  if (error && isUnknown(error)) return <ActivityNotFound />;
  if (activity === undefined)
    return error ? (
      <ErrorPanel error={error} retry={refetch} isWholePage />
    ) : (
      <LoadingStatus text="Cargando la actividad…" />
    );
  if (!activity.canManage) return <NotOrganiser id={id} organiser={activity.user.username} />;
  return (
    <>
      <OrganiseHead activity={activity} />
      <PosterNotice activity={activity} />
      <div className={isText ? classes.text : undefined}>{children(activity)}</div>
    </>
  );
}
