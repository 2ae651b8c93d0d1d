import type { Role } from '@minga/contract/accounts';
import type { ActivityStatus } from '@minga/contract/activities';
import type { Settings } from '../../settings.ts';

/** Who asks, with a session. */
export interface Viewer {
  readonly id: string;
  readonly role: Role;
}

interface Judged {
  readonly ownerId: string;
  readonly status: ActivityStatus;
}

/** What everybody may see: with reactive moderation all but the rejected, with prior moderation the approved alone. */
export const publicStatuses = (moderation: Settings['moderation']): ActivityStatus[] =>
  moderation === 'prior' ? ['approved'] : ['pending', 'approved'];

/** Its owner always; others when its status is public. */
export const canTakePart = (
  viewerId: string | null,
  activity: Judged,
  moderation: Settings['moderation'],
): boolean => activity.ownerId === viewerId || publicStatuses(moderation).includes(activity.status);

/** Who may take part, and admins, who decide on it (CONTRACT.md section 3). Superadmins have nothing to do with activities. */
export const canView = (
  viewer: Viewer | null,
  activity: Judged,
  moderation: Settings['moderation'],
): boolean => viewer?.role === 'admin' || canTakePart(viewer?.id ?? null, activity, moderation);
