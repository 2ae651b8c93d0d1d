import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteDetached, isDetachedAmong } from './detached-repository.ts';
import { addressesOnlyIn, anonymise, isAmong } from './erasure-repository.ts';
import type { VisitorErasing } from './events.ts';

/** An attendance whose row stays or is about to be deleted. */
type Erased = Omit<VisitorErasing, 'isLast'>;

/**
 * Erases what the site stores about the visitors of these locked attendances outside of the rows: subscribers erase what other modules
 * have, e-mails and jobs go with an address that no other attendance has. An address that is not proved to be the person's loses
 * only what is about the attendance. Returns the addresses that no other attendance has.
 */
export async function eraseAround(
  { events, mailer, jobs, clock }: Pick<Platform, 'events' | 'mailer' | 'jobs' | 'clock'>,
  tx: Transaction,
  erased: readonly Erased[],
  isProved: (address: string) => boolean,
): Promise<string[]> {
  const emails = [...new Set(erased.flatMap(({ email }) => email ?? []))];
  const last = await addressesOnlyIn(
    tx,
    emails,
    erased.map(({ id }) => id),
  );
  const erasable = last.filter(isProved);
  const isLast = new Set(erasable);
  await events.publish(
    tx,
    'visitorErasing',
    erased.map(one => ({ ...one, isLast: one.email !== null && isLast.has(one.email) })),
  );
  // Not those of an attendance that is being confirmed with the same address.
  await mailer.deleteTo(tx, erasable, clock());
  await jobs.deleteAbout(tx, ...erasable);
  return last;
}

/** Deletes what is stored of these locked detached attendances, and what other modules have of them. */
export async function eraseDetachedRows(
  platform: Pick<Platform, 'events' | 'mailer' | 'jobs' | 'clock'>,
  tx: Transaction,
  rows: readonly Erased[],
  isProved: (address: string) => boolean,
): Promise<void> {
  await eraseAround(platform, tx, rows, isProved);
  await deleteDetached(tx, isDetachedAmong(rows.map(({ id }) => id)));
}

/** Erases the data of these locked attendances, which still count. Returns the addresses without any attendance left. */
export async function eraseVisitors(
  platform: Pick<Platform, 'events' | 'mailer' | 'jobs' | 'clock'>,
  tx: Transaction,
  erased: readonly Erased[],
): Promise<string[]> {
  const last = await eraseAround(platform, tx, erased, () => true);
  await anonymise(tx, isAmong(erased.map(({ id }) => id)));
  return last;
}
