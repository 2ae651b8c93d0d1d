import { PLACE_PROPOSALS_MAX, type PlaceProposal } from '@minga/contract/place-proposals';
import type { Platform } from '../../platform/platform.ts';
import { listPlaces } from './place-repository.ts';
import { publicStatuses } from './policy.ts';

/** The places that the form proposes to an organiser who types `q`. */
export const placeProposals = (
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  viewerId: string,
  q: string,
): Promise<PlaceProposal[]> =>
  listPlaces(db, viewerId, publicStatuses(settings.moderation), q, PLACE_PROPOSALS_MAX);
