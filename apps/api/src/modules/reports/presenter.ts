import type { ReportCase } from '@minga/contract/administration/reports';
import { presentPicture } from '../../platform/images/picture.ts';
import { activityPath } from '../activities/rules.ts';
import { collectivePath } from '../collectives/rules.ts';
import type { CaseFacts } from './case-service.ts';
import { effectsDueAt } from './rules.ts';

type Case = CaseFacts['cases'][number];

/** Presents cases to administrators. */
export const presentCases = (facts: CaseFacts, now: Date): ReportCase[] =>
  facts.cases.map(each => presentCase(each, facts, now));

function presentCase(each: Case, facts: CaseFacts, now: Date): ReportCase {
  const { one } = each;
  const { decidedAt, undo } = one;
  const undoableUntil = decidedAt === null || undo === null ? null : effectsDueAt(decidedAt);
  return {
    status: one.status,
    target: presentTarget(each, facts),
    author: presentAuthor(each, facts),
    reports: one.reports,
    reasons: (facts.reasons.get(one.id) ?? []).map(({ reason, count }) => ({ reason, count })),
    latestReports: (facts.latest.get(one.id) ?? []).map(({ reason, text, createdAt, hasAccount }) => ({
      reason,
      text,
      createdAt: createdAt.toISOString(),
      hasAccount,
    })),
    openedAt: one.openedAt.toISOString(),
    appeal:
      one.appealText === null || one.appealedAt === null
        ? null
        : { text: one.appealText, at: one.appealedAt.toISOString() },
    decision: presentDecision(each),
    canUndoUntil: undoableUntil !== null && undoableUntil > now ? undoableUntil.toISOString() : null,
  };
}

function presentTarget(
  { one }: Case,
  { activities, memories, collectives }: CaseFacts,
): ReportCase['target'] {
  const { targetType: type, targetId: id } = one;
  const activity = type === 'activity' ? activities.get(id) : undefined;
  const memory = type === 'memory' ? memories.get(id) : undefined;
  const collective = type === 'collective' ? collectives.get(id) : undefined;
  const found = activity ?? memory ?? collective;
  const image = found?.image ?? null;
  const hidden = memory?.isHidden === true ? 'hidden' : 'visible';
  return {
    type,
    id,
    title: found?.title ?? one.title,
    text: found?.text ?? '',
    place: found?.place ?? '',
    date: (activity ?? memory)?.date.toISOString() ?? null,
    ...presentPicture(image),
    status: activity?.status ?? collective?.status ?? (memory === undefined ? 'deleted' : hidden),
    path: pathOf(id, found !== undefined, collective?.slug),
  };
}

function pathOf(id: string, isFound: boolean, slug: string | undefined): string | null {
  if (slug !== undefined) return collectivePath(slug);
  return isFound ? activityPath(id) : null;
}

/** Excludes this case's own decision from the counts of earlier cases. */
function presentAuthor({ one }: Case, { authors }: CaseFacts): ReportCase['author'] {
  const author = one.authorId === null ? undefined : authors.get(one.authorId);
  if (author === undefined) return null;
  const isDismissed = one.decision === 'dismiss';
  const isAgainst = one.decision !== null && !isDismissed;
  return {
    _id: author.id,
    username: author.username,
    createdAt: author.createdAt.toISOString(),
    isActive: author.isActive,
    activities: author.activities,
    casesAgainst: author.casesAgainst - (isAgainst ? 1 : 0),
    casesDismissed: author.casesDismissed - (isDismissed ? 1 : 0),
    canBan: author.role === 'user',
  };
}

const presentDecision = ({ one, decider }: Case): ReportCase['decision'] =>
  one.decision === null || one.decidedAt === null
    ? null
    : {
        decision: one.decision,
        note: one.note ?? '',
        decidedAt: one.decidedAt.toISOString(),
        by: decider,
        ...(one.isSuperseded && { isSuperseded: true as const }),
      };
