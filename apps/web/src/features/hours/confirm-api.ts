import type { Attendance } from '@minga/contract/attendance';
import { listCertificates, revokeCertificate } from '@minga/contract/certificates';
import { type ConfirmedHours, confirmHours } from '@minga/contract/hours';
import { listParticipants } from '@minga/contract/participants';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { call } from '../../lib/server/api.ts';
import { allRowsQuery, useAction } from '../../lib/server/queries.ts';

/** A party that was checked in. */
export type Arrival = Pick<Attendance, '_id' | 'name' | 'companions' | 'hours' | 'checkedInBy'>;

/** The parties of an activity that were checked in, by name. */
export const arrivals = (taskId: string) => ({
  ...allRowsQuery(listParticipants, { params: { taskId }, query: {} }),
  select: (all: Attendance[]): Arrival[] =>
    all
      .filter(({ checkedInAt }) => checkedInAt !== null)
      .sort((one, other) => one.name.localeCompare(other.name, 'es')),
});

/** The certificates of an activity's attendances that are valid. */
export const validCertificates = (taskId: string) =>
  allRowsQuery(listCertificates, { params: { taskId }, query: {} });

const certifiedKeys = (taskId: string) => [arrivals(taskId).queryKey, validCertificates(taskId).queryKey];

/** Confirms the hours of those who were checked in; resolves to how many have hours. Repeating it changes nothing. */
export const useConfirmHours = (taskId: string) =>
  useAction(
    async (body: ConfirmedHours) => (await call(confirmHours, { params: { taskId }, body })).confirmed,
    { refreshes: certifiedKeys(taskId) },
  );

/** Revokes the certificate of an attendance. A 404 counts as success: already revoked. */
export const useRevokeCertificate = (taskId: string) =>
  useAction((id: string) => ignoreNotFound(call(revokeCertificate, { params: { id } })), {
    refreshes: certifiedKeys(taskId),
    isAwaited: true,
  });
