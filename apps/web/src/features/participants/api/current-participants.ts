import type { Attendance } from '@minga/contract/attendance';
import { fetchAllParticipants } from './fetch-all-participants.ts';

/** All current participants, to determine the outcome of a call whose response was lost; null if the request fails. */
export const currentParticipants = (taskId: string): Promise<Attendance[] | null> =>
  fetchAllParticipants(taskId, () => {}).catch(() => null);
