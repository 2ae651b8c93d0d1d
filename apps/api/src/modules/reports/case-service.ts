import { LATEST_REPORTS, type ReportStats } from '@minga/contract/administration/reports';
import type { Paging } from '../../platform/database/queries.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countOpen,
  countReasons,
  findActivities,
  findAuthors,
  findCollectives,
  findMemories,
  type ListedCase,
  listCases,
  listLatest,
  listOne,
  listUrgent,
} from './case-repository.ts';
import { urgentPeriod } from './rules.ts';
import type { Target } from './target-service.ts';

/** Cases with the reports, authors and targets that the list shows. */
export type CaseFacts = Awaited<ReturnType<typeof factsOf>>;

/** A page of the open or closed cases. */
export async function casesPage({ db }: Pick<Platform, 'db'>, status: 'open' | 'closed', paging: Paging) {
  const { rows, total } = await listCases(db, status, paging);
  return { facts: await factsOf({ db }, rows), total };
}

/** The open cases to decide first, and the number of open cases. Cases about activities that start within two days precede others. */
export async function urgentCases({ db, clock }: Pick<Platform, 'db' | 'clock'>, limit: number) {
  const [rows, { openCases: total }] = await Promise.all([
    listUrgent(db, urgentPeriod(clock()), limit),
    countOpen(db),
  ]);
  return { facts: await factsOf({ db }, rows), total };
}

/** The case of one target, which must exist. */
export const oneCase = async ({ db }: Pick<Platform, 'db'>, target: Target): Promise<CaseFacts> =>
  factsOf({ db }, await listOne(db, target));

export const openCases = ({ db }: Pick<Platform, 'db'>): Promise<ReportStats> => countOpen(db);

/** Loads the facts of any number of cases with a constant number of queries. */
async function factsOf({ db }: Pick<Platform, 'db'>, cases: readonly ListedCase[]) {
  const ids = cases.map(({ one }) => one.id);
  const targets = Map.groupBy(cases, ({ one }) => one.targetType);
  const idsOf = (type: Target['type']) => (targets.get(type) ?? []).map(({ one }) => one.targetId);
  const [reasons, latest, authors, activities, memories, collectives] = await Promise.all([
    countReasons(db, ids),
    listLatest(db, ids, LATEST_REPORTS),
    findAuthors(db, [...new Set(cases.flatMap(({ one }) => one.authorId ?? []))]),
    findActivities(db, idsOf('activity')),
    findMemories(db, idsOf('memory')),
    findCollectives(db, idsOf('collective')),
  ]);
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
    new Map(rows.map(row => [row.id, row]));
  return {
    cases,
    reasons,
    latest,
    authors,
    activities: byId(activities),
    memories: byId(memories),
    collectives: byId(collectives),
  };
}
