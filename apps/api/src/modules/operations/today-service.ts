import { TODAY_SHOWN } from '@minga/contract/administration/today';
import type { Role } from '@minga/contract/session';
import type { Platform } from '../../platform/platform.ts';
import { waitingActivities } from '../activities/moderation/service.ts';
import { heldPage } from '../administration/held-service.ts';
import { collectivesForReview } from '../collectives/review-service.ts';
import { urgentCases } from '../reports/case-service.ts';
import { systemStatus } from './status-service.ts';

const FIRST = { limit: TODAY_SHOWN, offset: 0 };

/** Decisions that wait for this administrator, and the state of the system. Of what waits a superadmin sees how much is held. */
export async function today(platform: Platform, { id, role }: { readonly id: string; readonly role: Role }) {
  const isModerator = role === 'admin';
  const [reports, activities, collectives, held, system] = await Promise.all([
    isModerator ? urgentCases(platform, TODAY_SHOWN) : null,
    isModerator ? waitingActivities(platform, TODAY_SHOWN) : null,
    isModerator ? collectivesForReview(platform, { search: '', status: 'held' }, id, FIRST) : null,
    isModerator ? null : heldPage(platform, { limit: 1, offset: 0 }),
    systemStatus(platform),
  ]);
  return { reports, activities, collectives, held, system };
}
