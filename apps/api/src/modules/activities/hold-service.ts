import type { HoldReason } from '@minga/contract/holds';
import type { Transaction } from '../../platform/database/connection.ts';
import { currentJudge, type Judge } from '../trust/service.ts';
import { findMemoryTexts, isTrusted } from './hold-repository.ts';
import { type Publication, textsOf } from './publication-texts.ts';
import type { LockedActivity } from './repository.ts';
import { holdOf } from './rules.ts';

/** Why a new publication is held for review (docs/decisions/0044-held-publications.md); null: it is not. */
export async function holdOfNew(
  tx: Transaction,
  ownerId: string,
  written: Publication,
): Promise<HoldReason | null> {
  const judge = await currentJudge(tx);
  return judge.holdOf(textsOf(written)) ?? holdOfFirst(tx, judge, ownerId);
}

async function holdOfFirst(
  tx: Transaction,
  { holdFirst }: Judge,
  ownerId: string,
): Promise<HoldReason | null> {
  if (holdFirst === 0 || (await isTrusted(tx, ownerId, holdFirst))) return null;
  return { kind: 'first', term: '' };
}

export interface JudgedEdit {
  readonly before: LockedActivity;
  readonly needsBefore: Publication['needs'];
  /** What the edit changes. */
  readonly after: Partial<Publication>;
}

/**
 * Why each of some locked activities of one account is held after an edit; null: it is not, or stays so. An administrator has seen the
 * texts of an approved activity: only entries that the edit brings in hold it.
 */
export async function holdsOfEdits(
  tx: Transaction,
  edits: readonly JudgedEdit[],
): Promise<(HoldReason | null)[]> {
  const judge = await currentJudge(tx);
  const unseen = edits.filter(({ before }) => judge.hasLists && before.status !== 'approved');
  const memories =
    unseen.length === 0
      ? new Map<string, string>()
      : await findMemoryTexts(
          tx,
          unseen.map(({ before }) => before.id),
        );
  const [first] = edits;
  const isRejected = edits.some(({ before }) => before.status === 'rejected');
  const holdOfRejected = first && isRejected ? await holdOfFirst(tx, judge, first.before.ownerId) : null;
  return edits.map(({ before, needsBefore, after }) => {
    const stored = { ...before, needs: needsBefore };
    const edited = { ...stored, ...definedOf(after), memory: memories.get(before.id) };
    const reviewed = before.status === 'approved' ? textsOf(stored) : [];
    const hold = judge.holdOf(textsOf(edited), reviewed);
    if (hold !== null || before.status !== 'rejected') return hold;
    return holdOf(before) ?? holdOfRejected;
  });
}

/** Why a locked activity is held after its memory was written. */
export async function holdOfMemory(
  tx: Transaction,
  { id, status }: LockedActivity,
  text: string,
): Promise<HoldReason | null> {
  const judge = await currentJudge(tx);
  if (!judge.hasLists || judge.holdOf([text]) === null) return null;
  const before = (await findMemoryTexts(tx, [id])).get(id);
  return judge.holdOf([text], status === 'approved' && before !== undefined ? [before] : []);
}

const definedOf = (written: Partial<Publication>): Partial<Publication> =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
