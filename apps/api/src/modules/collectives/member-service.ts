import type { CollectiveEdit, CollectiveFields } from '@minga/contract/collective-fields';
import { INVALID_PHONE } from '@minga/contract/contact';
import { v7 } from 'uuid';
import type { Transaction } from '../../platform/database/connection.ts';
import { forbidden, invalid, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import { toE164 } from '../../platform/phone-number.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { requireActiveAccount } from '../accounts/managed/service.ts';
import { can, type Viewer } from '../teams/policy.ts';
import { lockFirstOrganiser } from '../teams/queries.ts';
import { createTeam, makeOwner } from '../teams/service.ts';
import { mixesScripts } from '../trust/confusable-rules.ts';
import { currentJudge } from '../trust/service.ts';
import { handOverEmail } from './mails.ts';
import * as repository from './repository.ts';
import { type CollectiveRow, lockSolelyOwned } from './repository.ts';
import { imitates, isGroupLink, slugOf } from './rules.ts';
import type { collectives } from './schema.ts';
import { collectiveFor, rolesOf, UNKNOWN_COLLECTIVE } from './service.ts';

/** Limits the collectives of one account, since slugs are never reused. */
const collectivesByAccount: Limit = {
  name: 'collective-account',
  times: 20,
  seconds: 24 * 60 * 60,
  reason: 'Hoy ya creaste muchos colectivos.',
};

/** Creates a collective with the viewer as its owner. */
export async function createCollective(
  platform: Platform,
  viewer: Viewer,
  fields: CollectiveFields,
  picture: Buffer | null,
): Promise<CollectiveRow> {
  const { db, clock, images, limits } = platform;
  const columns = { description: '', place: '', ...columnsOf(platform, fields) };
  await limits.count(collectivesByAccount, viewer.id);
  const imageId = picture === null ? null : (await images.save(picture, viewer.id)).id;
  const [id, now] = [v7(), clock()];
  return db.transaction(async tx => {
    await createTeam(tx, id, viewer.id, now);
    if (imageId !== null) await images.claim(tx, imageId);
    const slug = await repository.takeSlug(tx, slugOf(fields.name));
    const review = await reviewOf(tx, id, viewer, columns);
    const times = { createdAt: now, updatedAt: now };
    await repository.insertCollective(tx, { id, slug, ...columns, imageId, ...review, ...times });
    return found(tx, id, viewer);
  });
}

type LockedCollective = NonNullable<Awaited<ReturnType<typeof repository.lockCollective>>>;
type Columns = Pick<typeof collectives.$inferInsert, 'name' | 'description' | 'place'> & Links;
type Links = Partial<Pick<typeof collectives.$inferInsert, 'website' | 'whatsapp'>>;

const textsOf = ({ name, description, place, website, whatsapp }: Columns): string[] => [
  ...[name, description, place, website ?? '', whatsapp ?? ''],
];

/**
 * Returns the columns of the review of a new or edited collective. A new text with a held word or web domain holds the collective
 * until an admin decides, whatever later edits change. A new name that imitates a verified collective's, or mixes alphabets in a word,
 * holds it too, until an admin decides or a later name does neither.
 */
async function reviewOf(
  tx: Transaction,
  id: string,
  { id: ownerId }: Viewer,
  columns: Columns,
  before?: LockedCollective,
) {
  const hold = (await currentJudge(tx)).holdOf(textsOf(columns), before && textsOf(before));
  if (hold !== null) return { status: 'held', holdKind: hold.kind, holdTerm: hold.term } as const;
  if (before !== undefined && (before.holdKind !== null || before.name === columns.name)) return {};
  const isSuspect =
    mixesScripts(columns.name) ||
    (await repository.listVerifiedNames(tx, { id, ownerId })).some(name => imitates(columns.name, name));
  return { status: isSuspect ? 'held' : 'active' } as const;
}

/** Replaces those fields of a collective that the request contains. A new name ends the verification and may hold the collective. */
export async function editCollective(
  platform: Platform,
  viewer: Viewer,
  slug: string,
  { removeImage, ...fields }: CollectiveEdit,
  picture: Buffer | null,
): Promise<CollectiveRow> {
  const { db, clock, images } = platform;
  const columns = columnsOf(platform, fields);
  const { collective } = await collectiveFor(platform, slug, viewer, 'editCollective');
  const newImageId = picture === null ? null : (await images.save(picture, viewer.id)).id;
  return db.transaction(async tx => {
    const before = await lockFor(tx, collective.id, viewer, 'editCollective');
    const isReplaced = newImageId !== null || removeImage;
    if (newImageId !== null) await images.claim(tx, newImageId);
    const isRenamed = fields.name !== before.name;
    await repository.updateCollective(tx, before.id, {
      ...columns,
      ...(isRenamed && { isVerified: false }),
      ...(await reviewOf(tx, before.id, viewer, { ...before, ...columns }, before)),
      ...(isReplaced && { imageId: newImageId }),
      updatedAt: clock(),
    });
    if (isReplaced && before.imageId !== null) await images.discard(tx, [before.imageId]);
    return found(tx, before.id, viewer);
  });
}

/** Deletes a collective with its team and followers; its activities remain with their authors. */
export async function removeCollective(platform: Platform, viewer: Viewer, slug: string): Promise<void> {
  const { collective } = await collectiveFor(platform, slug, viewer, 'delete');
  await platform.db.transaction(async tx => {
    await lockFor(tx, collective.id, viewer, 'delete');
    await deleteLockedCollective(platform, tx, collective.id);
  });
}

export async function deleteLockedCollective(
  { events, images }: Pick<Platform, 'events' | 'images'>,
  tx: Transaction,
  id: string,
): Promise<void> {
  await events.publish(tx, 'collectiveDeleting', [{ id }]);
  const imageId = await repository.deleteCollective(tx, id);
  if (imageId !== null) await images.discard(tx, [imageId]);
}

/** Locks a collective and checks the role again, since the viewer may have lost it before the lock. */
async function lockFor(tx: Transaction, id: string, viewer: Viewer, ability: 'editCollective' | 'delete') {
  const locked = await repository.lockCollective(tx, id);
  await requireActiveAccount(tx, viewer.id);
  if (locked === null || locked.status === 'inactive') throw notFound(UNKNOWN_COLLECTIVE);
  if (!can(rolesOf(await found(tx, id, viewer)), ability)) throw forbidden(NOT_ALLOWED);
  return locked;
}

async function found(tx: Transaction, id: string, viewer: Viewer): Promise<CollectiveRow> {
  const row = await repository.findById(tx, id, viewer.id);
  if (row === null) throw notFound(UNKNOWN_COLLECTIVE);
  return row;
}

/** The columns of a request's fields, without those that the request omits. */
function columnsOf(platform: Platform, { name, description, place, website, whatsapp }: CollectiveFields) {
  return {
    name,
    ...(description !== undefined && { description: description ?? '' }),
    ...(place !== undefined && { place: place ?? '' }),
    ...(website !== undefined && { website: website || null }),
    ...(whatsapp !== undefined && { whatsapp: whatsapp ? whatsappOf(platform, whatsapp) : null }),
  };
}

/** Returns a link to a group unchanged, and a phone number in the E.164 format. Throws 400 for anything else. */
function whatsappOf({ settings }: Pick<Platform, 'settings'>, typed: string): string {
  if (isGroupLink(typed)) return typed;
  const phone = typed.startsWith('http') ? null : toE164(typed, settings.phoneCountry);
  if (phone === null)
    throw invalid([`${INVALID_PHONE} o un enlace que comience con https://chat.whatsapp.com/`]);
  return phone;
}

type Parts = Pick<Platform, 'events' | 'images' | 'mailer' | 'publicUrl'>;

/**
 * Subscribes to `accountDeleting`. The longest-standing organiser of a collective becomes its owner if the deleted account was the
 * only one, and is notified by e-mail; a collective without organisers is deleted (docs/rules.md R14.5).
 */
export async function handOverCollectives(
  platform: Parts,
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const { id: userId } of accounts) {
    for (const collective of await lockSolelyOwned(tx, userId)) {
      const heir = await lockFirstOrganiser(tx, collective.id);
      if (heir === null) {
        await deleteLockedCollective(platform, tx, collective.id);
      } else {
        await makeOwner(tx, collective.id, heir.id);
        await platform.mailer.send(tx, await handOverEmail(heir, collective, platform.publicUrl), {
          kind: 'handOverEmail',
          cause: { accountId: userId },
          accountId: heir.id,
        });
      }
    }
  }
}
