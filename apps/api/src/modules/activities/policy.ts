import type { Role } from '@minga/contract/accounts';
import type { ActivityStatus } from '@minga/contract/activities';
import type { Settings } from '../../settings.ts';

/** The account of the session. */
export interface Viewer {
  readonly id: string;
  readonly role: Role;
}

interface Judged {
  readonly ownerId: string;
  readonly status: ActivityStatus;
}

/** The statuses of public activities: with reactive moderation all but rejected, with prior moderation only approved. */
export const publicStatuses = (moderation: Settings['moderation']): ActivityStatus[] =>
  moderation === 'prior' ? ['approved'] : ['pending', 'approved'];

/** The owner always; others if the status is public. */
export const canTakePart = (
  viewerId: string | null,
  activity: Judged,
  moderation: Settings['moderation'],
): boolean => activity.ownerId === viewerId || publicStatuses(moderation).includes(activity.status);

/** Everyone who can take part, and admins, who moderate it (CONTRACT.md section 3); not superadmins. */
export const canView = (
  viewer: Viewer | null,
  activity: Judged,
  moderation: Settings['moderation'],
): boolean => viewer?.role === 'admin' || canTakePart(viewer?.id ?? null, activity, moderation);
