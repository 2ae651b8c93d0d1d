import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useUser } from '../features/accounts/session/session.ts';
import { isRemembered, NO_EMAIL, rememberedEmail } from '../features/attendance/remembered-attendances.ts';
import { ownAttendances } from '../lib/attendance/own-attendances.ts';
import { useClientValue } from '../lib/use-client-value.ts';

/**
 * Renders the mark 'Vas' of an attendance that this browser knows of: its own memory, or the list of a member that another screen has
 * fetched. It sends no request. Returns a stable function until one of them changes.
 */
export function useGoingMark() {
  const email = useUser()?.email ?? null;
  const { data } = useQuery({ ...ownAttendances, enabled: false });
  const confirmed = useMemo(
    () => new Set(data?.filter(({ status }) => status === 'confirmed').map(({ task }) => task._id)),
    [data],
  );
  return useCallback(
    ({ _id }: Pick<Activity, '_id'>) => <GoingMark id={_id} email={email} isListed={confirmed.has(_id)} />,
    [email, confirmed],
  );
}

interface Props {
  id: string;
  /** The account's e-mail; null for a visitor. */
  email: string | null;
  isListed: boolean;
}

function GoingMark({ id, email, isListed }: Props) {
  const isKnown = isListed || isRemembered(email ?? rememberedEmail(id) ?? NO_EMAIL, id);
  return useClientValue(isKnown, false) && <strong>Vas</strong>;
}
