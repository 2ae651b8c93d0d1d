import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { deletedActivity, type PublicActivity, publicActivity } from '../activities/service.ts';

/** What became of an activity, as far as everybody may know. */
export type Fate =
  | { readonly kind: 'public'; readonly shown: PublicActivity }
  | { readonly kind: 'deleted'; readonly note: NonNullable<Awaited<ReturnType<typeof deletedActivity>>> }
  | { readonly kind: 'unknown' };

/** One that is rejected, or waits where nothing is public unseen, is as unknown as one that never was. */
export async function fateOf(platform: Platform, id: string): Promise<Fate> {
  try {
    return { kind: 'public', shown: await publicActivity(platform, id) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const note = await deletedActivity(platform, id);
  return note === null ? { kind: 'unknown' } : { kind: 'deleted', note };
}
