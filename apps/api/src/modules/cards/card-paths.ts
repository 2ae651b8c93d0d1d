import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewImageUrl } from '../../platform/images/picture.ts';
import type { PublicActivity } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';

/** The path of the card that is drawn for an activity without a photo. */
export const cardPath = (id: string): string => `${activityPath(id)}/og.png`;

/** The image of 1200 × 630 pixels for link previews of an activity: its photo, or a drawn card if there is none. */
export function sharedImageOf({ activity, revision }: PublicActivity, publicUrl: string) {
  const size = { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT };
  if (activity.image !== null) {
    return { url: publicUrl + previewImageUrl(activity.image), type: 'image/jpeg', ...size };
  }
  // Messengers cache an image by its URL, so the URL contains the revision of the activity.
  return { url: `${publicUrl}${cardPath(activity._id)}?v=${revision}`, type: 'image/png', ...size };
}
