import type { ReportCase } from '@minga/contract/administration/reports';
import { anActivity } from './activity.ts';

interface Changes extends Partial<Omit<ReportCase, 'target' | 'author'>> {
  readonly target?: Partial<ReportCase['target']>;
  readonly author?: Partial<ReportCase['author']> | null;
}

/** The open case of an activity with three reports, with what the test is about changed. */
export const aReportCase = ({ target, author, ...changes }: Changes = {}): ReportCase => ({
  status: 'open',
  target: {
    type: 'activity' as const,
    id: anActivity()._id,
    title: 'Venta de rifas',
    text: 'Consigna y gana.',
    place: 'Centro',
    date: '2099-12-05T14:00:00.000Z',
    image: null,
    picture: null,
    status: 'approved' as const,
    path: `/actividades/${anActivity()._id}`,
    ...target,
  },
  author:
    author === null
      ? null
      : {
          _id: '01930000-0000-7000-8000-00000000000b',
          username: 'Marta',
          isActive: true,
          createdAt: '2026-03-03T15:00:00.000Z',
          activities: 12,
          casesAgainst: 1,
          casesDismissed: 0,
          canBan: true,
          ...author,
        },
  reports: 3,
  reasons: [
    { reason: 'fraude', count: 2 },
    { reason: 'spam', count: 1 },
  ],
  latestReports: [
    {
      reason: 'fraude',
      text: 'Me pidió plata por Nequi',
      hasAccount: true,
      createdAt: '2026-11-20T15:00:00.000Z',
    },
    { reason: 'spam', text: '', createdAt: '2026-11-19T15:00:00.000Z', hasAccount: false },
  ],
  openedAt: '2026-11-19T15:00:00.000Z',
  appeal: null,
  decision: null,
  canUndoUntil: null,
  ...changes,
});
