import { decideHeld, type HeldDecision, type HeldItem, listHeld } from '@minga/contract/administration/held';
import { useMutation } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { panelPage } from './panel-page.ts';

/** What waits for a review to be public, the longest waiting first. */
export const heldList = (page: number) =>
  panelPage(['held'], page, (paging, signal) => callList(listHeld, { query: paging, signal }));

interface Decision extends HeldDecision {
  readonly target: Pick<HeldItem['target'], 'type' | 'id'>;
}

/** Approves or rejects. Rejects with an ApiError; 409 if another administrator has decided it. */
export const useDecideHeld = () =>
  useMutation({
    mutationFn: ({ target: { type, id }, ...body }: Decision) =>
      call(decideHeld, { params: { type, id }, body }),
  });
