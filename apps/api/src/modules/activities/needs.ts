import { type Missing, NEED_HOURS_AROUND, type Need } from '@minga/contract/needs';
import type { WrittenNeed } from '@minga/contract/written-needs';
import { v7 } from 'uuid';
import type { activityNeeds } from './needs-schema.ts';

/** A need as its table stores it, but for what is counted. */
export type StoredNeed = Omit<typeof activityNeeds.$inferSelect, 'activityId' | 'taken'>;

/** The result of comparing a request's needs with the stored ones (COMMUNITY.md section 11). */
export interface NeedEdit {
  readonly needs: readonly StoredNeed[];
  readonly removed: readonly string[];
  /** Claimed ones that are removed, become another kind, or whose new quantity is below what is claimed. */
  readonly reduced: readonly ReducedNeed[];
  /** An `_id` that no need of the activity has. */
  readonly hasUnknown: boolean;
}

interface ReducedNeed {
  /** As it is. */
  readonly need: Need;
  /** The number of claims that stay; 0 if the need changes its kind. */
  readonly quantity: number;
}

/** Compares the written needs with the current ones; a need keeps its identity by `_id`. */
export function editNeeds(current: readonly Need[], written: readonly WrittenNeed[]): NeedEdit {
  const known = new Set(current.map(({ _id }) => _id));
  const needs = written.map(({ _id, ...need }, position) => ({ id: _id ?? v7(), position, ...need }));
  const byId = new Map(needs.map(need => [need.id, need]));
  const claimable = ({ _id, kind }: Need): number => {
    const need = byId.get(_id);
    return need?.kind === kind ? need.quantity : 0;
  };
  return {
    needs,
    removed: current.filter(({ _id }) => !byId.has(_id)).map(({ _id }) => _id),
    reduced: current
      .map(need => ({ need, quantity: claimable(need) }))
      .filter(({ need, quantity }) => quantity < need.taken),
    hasUnknown: written.some(({ _id }) => _id !== undefined && !known.has(_id)),
  };
}

interface Timed {
  readonly name: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const AROUND_MS = NEED_HOURS_AROUND * 60 * 60 * 1000;

/** Why the times of tasks do not suit an activity's, or null: each lies within a day before its start and after its end. */
export function needTimesProblem(needs: readonly Timed[], start: Date, end: Date | null): string | null {
  const first = start.getTime() - AROUND_MS;
  const last = (end ?? start).getTime() + AROUND_MS;
  const wrong = needs.find(
    ({ startsAt, endsAt }) =>
      startsAt !== null && endsAt !== null && (startsAt.getTime() < first || endsAt.getTime() > last),
  );
  return wrong === undefined
    ? null
    : `El horario de «${wrong.name}» debe estar entre un día antes del inicio y un día después del fin de la actividad`;
}

/** Summarises an activity's needs for a card; the queries of lists compute the same. */
export function summaryOfNeeds(needs: readonly Need[]): { hasNeeds: boolean; missing: Missing | null } {
  const open = needs.filter(({ quantity, taken }) => taken < quantity);
  const [first] = open;
  return {
    hasNeeds: needs.length > 0,
    missing:
      first === undefined
        ? null
        : {
            ...{ kind: first.kind, name: first.name, quantity: first.quantity - first.taken },
            ...{ others: open.length - 1, areTasks: open.every(({ kind }) => kind === 'task') },
          },
  };
}
