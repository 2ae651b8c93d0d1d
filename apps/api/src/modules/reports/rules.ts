import { DECISION_UNDO_MINUTES, type ReportDecision } from '@minga/contract/administration/reports';
import type { ReportReason } from '@minga/contract/report-reasons';
import type { ReportTargetType } from '@minga/contract/reports';
import { reasonsInWords } from '../notifications/rules.ts';
import type { CaseRow } from './repository.ts';

/** Irreversible effects follow a decision after this time. */
export const effectsDueAt = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + DECISION_UNDO_MINUTES * 60_000);

const SOON_MS = 48 * 60 * 60_000;

/** An activity that begins or lasts in this time cannot wait: a report about it is decided before others. */
export const soonAfter = (now: Date): { from: Date; until: Date } => ({
  from: now,
  until: new Date(now.getTime() + SOON_MS),
});

const hiddenStatuses = { activity: 'rejected', collective: 'inactive', memory: 'hidden' } as const;

export const isHidden = (type: ReportTargetType, status: string): boolean => status === hiddenStatuses[type];

const shownStatuses = { activity: 'approved', collective: 'active', memory: 'visible' } as const;

interface Waiting {
  readonly status: string;
  readonly hasAppeal: boolean;
}

/** An open case is about what was hidden before: an activity with an appeal, or a memory that its organisers have edited. */
export const isReview = (type: ReportTargetType, { status, hasAppeal }: Waiting): boolean =>
  hasAppeal || (type === 'memory' && isHidden(type, status));

/** The status that a decision gives its target at once; null: it leaves it as it is. */
export function statusAfter(
  type: ReportTargetType,
  decision: ReportDecision,
  waiting: Waiting,
): string | null {
  if (decision !== 'dismiss') return hiddenStatuses[type];
  return isReview(type, waiting) && isHidden(type, waiting.status) ? shownStatuses[type] : null;
}

/** The state before a decision: an activity that is still hidden after an appeal counts as public if its hiding was never announced. */
export const shownBefore = <State extends { readonly status: string }>(
  type: ReportTargetType,
  state: State,
  isAnnounced: boolean,
): State =>
  type === 'activity' && isHidden(type, state.status) && !isAnnounced
    ? { ...state, status: 'approved' }
    : state;

/** Messages to authors; the notifications module tells of a hidden activity. */
export type Outcome = 'hidden' | 'deleted' | 'restored' | 'upheld';

export interface Why {
  /** The admin's note. */
  readonly reason: string;
  /** The kinds of the reports, never by whom they came. */
  readonly reported: readonly ReportReason[];
}

type About = Pick<CaseRow, 'targetType' | 'title'>;

const nouns = { activity: 'la actividad', collective: 'el colectivo', memory: 'la memoria de' } as const;

/** 'la actividad «Olla comunitaria»'. */
const named = ({ targetType, title }: About): string => `${nouns[targetType]} «${title}»`;

/** To those who reported it, by whether it can still be seen: it may have been decided again since the decision. */
export const reporterText = (one: About, isVisible: boolean): string =>
  isVisible
    ? `Revisamos tu reporte sobre ${named(one)}. Por ahora se queda como está.`
    : `Revisamos tu reporte sobre ${named(one)}, y ya no se puede ver.`;

export const headlines: Record<Outcome, string> = {
  hidden: 'Ocultamos algo que publicaste',
  deleted: 'Eliminamos algo que publicaste',
  restored: 'Volvimos a publicar tu actividad',
  upheld: 'Revisamos de nuevo tu actividad',
};

/** Editing a memory is its appeal. */
export const memoryHeadlines: Record<Outcome, string> = {
  ...headlines,
  restored: 'Tu memoria vuelve a estar publicada',
  upheld: 'Revisamos tu memoria',
};
const WRITE_AGAIN = '\nSi la corriges y la guardas, la revisamos de nuevo.';

export const headlineOf = ({ targetType }: About, outcome: Outcome): string =>
  (targetType === 'memory' ? memoryHeadlines : headlines)[outcome];

/** To the author. */
export function outcomeText(one: About, outcome: Outcome, { reason, reported }: Why): string {
  const what = named(one);
  const isMemory = one.targetType === 'memory';
  const reviewed = isMemory ? `Revisamos ${what} como quedó, y` : `Revisamos de nuevo ${what}, y`;
  const again = isMemory ? WRITE_AGAIN : '';
  const after = reported.length === 0 ? '' : ` después de reportes (${reasonsInWords(reported)})`;
  switch (outcome) {
    case 'hidden':
      return `Ocultamos ${what}${after}, y ya no se puede ver. Motivo: ${reason}${again}`;
    case 'deleted':
      return `Eliminamos ${what}${after}. Motivo: ${reason}`;
    case 'restored':
      return `${reviewed} vuelve a estar publicada.`;
    case 'upheld':
      return `${reviewed} sigue oculta. Motivo: ${reason}${again}`;
  }
}

export const bannedText = (one: About): string =>
  `Revisamos los reportes sobre ${named(one)}: desactivamos tu cuenta y ocultamos lo que publicaste.`;
