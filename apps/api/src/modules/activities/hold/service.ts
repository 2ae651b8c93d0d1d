import type { ActivityFields } from '@minga/contract/activity-fields';
import type { Goal } from '@minga/contract/goals';
import type { HoldReason } from '@minga/contract/holds';
import type { Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Settings } from '../../../settings.ts';
import { currentJudge, type Judge } from '../../trust/service.ts';
import type { LockedActivity } from '../repository.ts';
import { holdColumns, holdOf, statusAfterEdit } from '../rules.ts';
import { findMemoryTexts, isTrusted, listApprovals } from './repository.ts';

type IfText<T, K> = [T] extends [string] ? (string extends T ? K : never) : never;
type TextFields = { [K in keyof ActivityFields]-?: IfText<NonNullable<ActivityFields[K]>, K> };
/** The fields of an activity that contain text of its organisers. */
type TextField = Exclude<TextFields[keyof ActivityFields], 'collectiveId'>;

/** All text fields: without a new one this file does not compile. */
const moderatedTexts: Readonly<Record<TextField | 'memory', true>> = {
  title: true,
  description: true,
  place: true,
  directions: true,
  chatUrl: true,
  memory: true,
};

/** The organisers' texts of an activity. */
export interface Publication
  extends Readonly<Partial<Record<keyof typeof moderatedTexts, string | null | undefined>>> {
  readonly tags?: readonly string[] | undefined;
  readonly responsible: readonly string[];
  readonly questions?: readonly Pick<Question, 'label' | 'options'>[] | undefined;
  readonly goals?: readonly Pick<Goal, 'label' | 'unit'>[] | undefined;
  readonly needs?: readonly Pick<Need, 'name' | 'note'>[] | undefined;
}

/** All texts that readers of an activity see. */
export const textsOf = (written: Publication): string[] => [
  ...Object.keys(moderatedTexts).map(field => written[field as keyof typeof moderatedTexts] ?? ''),
  ...written.responsible,
  ...(written.tags ?? []),
  ...(written.questions ?? []).flatMap(({ label, options }) => [label, ...options]),
  ...(written.goals ?? []).flatMap(({ label, unit }) => [label, unit]),
  ...(written.needs ?? []).flatMap(({ name, note }) => [name, note]),
];

/** All publications of an account that were ever approved. */
export const approvedPublicationsOf = ({ db }: Pick<Platform, 'db'>, ownerId: string) =>
  listApprovals(db, ownerId);

/** The reason why a new publication is held for review (docs/decisions/0044-held-publications.md), or null if it is not. */
export async function holdOfNew(
  tx: Transaction,
  ownerId: string,
  written: Publication,
): Promise<HoldReason | null> {
  const judge = await currentJudge(tx);
  return judge.holdOf(textsOf(written)) ?? holdOfFirst(tx, judge, ownerId);
}

/** Judges many new publications of one account as `holdOfNew` does. */
export async function judgeOfNew(
  tx: Transaction,
  ownerId: string,
): Promise<(written: Publication) => HoldReason | null> {
  const judge = await currentJudge(tx);
  const first = await holdOfFirst(tx, judge, ownerId);
  return written => judge.holdOf(textsOf(written)) ?? first;
}

async function holdOfFirst(
  tx: Transaction,
  { holdFirst }: Judge,
  ownerId: string,
): Promise<HoldReason | null> {
  if (holdFirst === 0 || (await isTrusted(tx, ownerId, holdFirst))) return null;
  return { kind: 'first', term: '' };
}

const REJECTED: HoldReason = { kind: 'rejection', term: '' };

type Needs = Publication['needs'];

/** The changes of an edit. `needs` is null if the edit removes all needs. */
interface Edit extends Omit<Partial<Publication>, 'needs'> {
  readonly needs: Needs | null;
}

/**
 * The status and hold reason of locked activities of one account after the same edit. An administrator has seen the texts of an
 * approved activity, so only terms that the edit adds hold it. A rejected activity is held after every edit, so that a save by its
 * author does not undo the decision.
 */
export async function statusesAfterEdit(
  tx: Transaction,
  moderation: Settings['moderation'],
  edited: readonly LockedActivity[],
  needsBefore: (id: string) => Needs,
  edit: Edit,
): Promise<(before: LockedActivity) => StatusAndHold> {
  const statusAfter = await statusesAfterEdits(tx, moderation, edited, needsBefore);
  return before => statusAfter(before, edit);
}

type StatusAndHold = Pick<LockedActivity, 'status' | 'holdKind' | 'holdTerm'>;

/** The same after an edit of each. */
export async function statusesAfterEdits(
  tx: Transaction,
  moderation: Settings['moderation'],
  edited: readonly LockedActivity[],
  needsBefore: (id: string) => Needs,
): Promise<(before: LockedActivity, edit: Edit) => StatusAndHold> {
  const judge = await currentJudge(tx);
  const unseen = edited.filter(({ status }) => judge.hasLists && status !== 'approved').map(({ id }) => id);
  const memories = unseen.length === 0 ? new Map<string, string>() : await findMemoryTexts(tx, unseen);
  return (before, { needs, ...edit }) => {
    const after = definedOf({ ...edit, needs: needs === null ? [] : needs });
    const stored = { ...before, needs: needsBefore(before.id) };
    const reviewed = before.status === 'approved' ? textsOf(stored) : [];
    const texts = textsOf({ ...stored, ...after, memory: memories.get(before.id) });
    const isRejected = before.status === 'rejected';
    const hold = judge.holdOf(texts, reviewed) ?? (isRejected ? (holdOf(before) ?? REJECTED) : null);
    return {
      holdKind: before.holdKind,
      holdTerm: before.holdTerm,
      ...holdColumns(hold),
      status: statusAfterEdit(before.status, moderation, hold !== null),
    };
  };
}

/** The reason why a locked activity is held after its memory was written, or null if it is not. */
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
