import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import type {
  ActivityDecided,
  ActivityDeleting,
  HiddenMemoryEdited,
  MemoryRemoved,
} from '../activities/events.ts';
import type { CollectiveDeleting } from '../collectives/events.ts';
import { closeCases, deleteCasesOf, recordRejections, reopenCases } from './repository.ts';

type Parts = Pick<Platform, 'clock'>;

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Subscriber of `activityDeleting`: nothing is left to decide. */
export const closeCasesOfActivities = (
  { clock }: Parts,
  tx: Transaction,
  deleting: readonly ActivityDeleting[],
): Promise<void> => closeCases(tx, ['activity', 'memory'], idsOf(deleting), clock());

/** Subscriber of `memoryRemoved`. */
export const closeCasesOfMemories = (
  { clock }: Parts,
  tx: Transaction,
  removed: readonly MemoryRemoved[],
): Promise<void> => closeCases(tx, ['memory'], idsOf(removed), clock());

/** Subscriber of `hiddenMemoryEdited`: a moderator decides again. */
export const reopenCasesOfMemories = (
  { clock }: Parts,
  tx: Transaction,
  edited: readonly HiddenMemoryEdited[],
): Promise<void> => reopenCases(tx, { type: 'memory', ids: idsOf(edited) }, clock());

/** Subscriber of `collectiveDeleting`. */
export const closeCasesOfCollectives = (
  { clock }: Parts,
  tx: Transaction,
  deleting: readonly CollectiveDeleting[],
): Promise<void> => closeCases(tx, ['collective'], idsOf(deleting), clock());

/** Subscriber of `accountDeleting`: cases about what it published go; what it reported stays, without it (a foreign key). */
export const deleteCasesOfAccounts = (tx: Transaction, accounts: readonly AccountDeleting[]): Promise<void> =>
  deleteCasesOf(tx, idsOf(accounts));

/** Subscriber of `activityDecided`: of rejections that no case led to. */
export async function recordPlainRejections(
  { clock }: Parts,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const rejected = decisions.flatMap(decision =>
    decision.status === 'rejected' && decision.reported === undefined ? [decision] : [],
  );
  if (rejected.length > 0) await recordRejections(tx, rejected, clock());
}
