import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { ownCollectives } from '../features/collectives/own-collectives.ts';

/** Whether the user may delete an activity: its author and the owners of its collective (docs/rules.md R14.3). */
export function useCanDelete({ isOwner, canManage, collective }: Activity): boolean {
  const isQuestion = canManage && !isOwner && collective !== null;
  const { data: own = [] } = useQuery({ ...ownCollectives, enabled: isQuestion });
  return (
    isOwner || (isQuestion && own.some(({ _id, myRole }) => _id === collective._id && myRole === 'owner'))
  );
}
