import { MEMORY_IMAGES_MAX } from '@minga/contract/memory';
import { TOO_MANY_IMAGES, type WrittenMemory } from '@minga/contract/written-memory';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdOfMemory } from '../hold/service.ts';
import { listMemoryImages, removeMemory, replaceMemory } from '../memory-repository.ts';
import { type ActivityRow, updateActivity } from '../repository.ts';
import { holdColumns, statusAfterMemory } from '../rules.ts';
import { visibleActivity } from '../service.ts';
import { lockWithAbility, managedActivity } from './service.ts';

/** The pictures of a memory after a request that retains some of the current ones and adds new ones. */
export function editMemoryImages(
  current: readonly string[],
  kept: readonly string[],
  added: readonly string[],
): {
  /** The retained pictures in the order of the request, then the new ones. */
  readonly imageIds: readonly string[];
  readonly removed: readonly string[];
  /** An id that no picture of the memory has. */
  readonly hasUnknown: boolean;
} {
  const ids = kept.map(id => id.toLowerCase());
  return {
    imageIds: [...ids, ...added],
    removed: current.filter(id => !ids.includes(id)),
    hasUnknown: ids.some(id => !current.includes(id)),
  };
}

const hasTooManyImages = (kept: number, added: number): boolean => kept + added > MEMORY_IMAGES_MAX;

/**
 * The message of an error about one of several pictures, prefixed with its number. The message about a single picture is unchanged.
 */
const imageSentence = (sentence: string, index: number, count: number): string =>
  count === 1 ? sentence : `Foto ${index + 1}: ${sentence}`;

/**
 * Replaces the memory of an activity that has started. The pictures are stored first, and the transaction claims them with the
 * memory. If the request fails, the sweep deletes them.
 */
export async function writeMemory(
  platform: Platform,
  actorId: string,
  id: string,
  { text, keep }: WrittenMemory,
  pictures: readonly Buffer[],
): Promise<ActivityRow> {
  const { db, clock, events, images, settings } = platform;
  // The check is repeated before the pictures are processed, since receiving them may have taken minutes.
  await requireWritable(platform, id, actorId);
  if (hasTooManyImages(keep.length, pictures.length)) throw invalid([TOO_MANY_IMAGES]);
  const added = await savePictures(platform, actorId, pictures);
  const now = clock();
  await db.transaction(async tx => {
    const activity = await lockWithAbility(platform, tx, id, actorId, 'manage');
    rejectEarly(activity, now);
    const hold = await holdOfMemory(tx, activity, text);
    const current = await listMemoryImages(tx, [activity.id]);
    const { imageIds, removed, hasUnknown } = editMemoryImages(current, keep, added);
    if (hasUnknown) throw invalid(['Una de las fotos ya no está en la memoria: abre de nuevo la página']);
    for (const imageId of added) await images.claim(tx, imageId);
    const { isHidden } = await replaceMemory(tx, activity.id, { text, imageIds }, now);
    await images.discard(tx, removed);
    const isEmpty = text === '' && imageIds.length === 0;
    // The empty row of a hidden memory remains, so that its next text is hidden too.
    if (isEmpty && !isHidden) await removeMemory(tx, activity.id);
    if (isEmpty) await events.publish(tx, 'memoryRemoved', [{ id: activity.id }]);
    else if (isHidden) await events.publish(tx, 'hiddenMemoryEdited', [{ id: activity.id }]);
    // A trigger on this update notifies caches of the change.
    await updateActivity(tx, activity.id, {
      status: statusAfterMemory(activity.status, settings.moderation, hold !== null),
      ...holdColumns(hold),
      updatedAt: now,
    });
  });
  return visibleActivity(platform, id, actorId);
}

/** Rejects callers who may not write the memory of the activity, and all callers before its start. */
export async function requireWritable(platform: Platform, id: string, actorId: string): Promise<void> {
  const { activity } = await managedActivity(platform, id, actorId);
  rejectEarly(activity, platform.clock());
}

function rejectEarly({ date }: { readonly date: Date }, now: Date): void {
  if (date > now) throw new AppError(409, 'NOT_NOW', 'La memoria se escribe desde que comienza la actividad');
}

async function savePictures(
  { images }: Platform,
  actorId: string,
  pictures: readonly Buffer[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, picture] of pictures.entries()) {
    try {
      ids.push((await images.save(picture, actorId)).id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { status, code, sentences, retryAfterSeconds } = error;
      const named = [sentences].flat().map(one => imageSentence(one, index, pictures.length));
      throw new AppError(status, code, Array.isArray(sentences) ? named : named.join(' '), retryAfterSeconds);
    }
  }
  return ids;
}
