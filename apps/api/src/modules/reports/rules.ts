import { DECISION_UNDO_MINUTES, type ReportDecision } from '@minga/contract/administration/reports';
import type { ReportReason } from '@minga/contract/report-reasons';
import type { ReportTargetType } from '@minga/contract/reports';
import { reasonsInWords } from '../notifications/rules.ts';
import type { CaseRow } from './repository.ts';

/** The time when the irreversible effects of a decision follow. */
export const effectsDueAt = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + DECISION_UNDO_MINUTES * 60_000);

const SOON_MS = 48 * 60 * 60_000;

/** The time range of urgent activities. A case about an activity that starts or lasts in it precedes other cases. */
export const urgentPeriod = (now: Date): { from: Date; until: Date } => ({
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

/** Whether an open case is about a target that was hidden before: an activity with an appeal, or a memory that was edited since. */
export const isReview = (type: ReportTargetType, { status, hasAppeal }: Waiting): boolean =>
  hasAppeal || (type === 'memory' && isHidden(type, status));

/** The status that a decision gives its target immediately, or null if the status does not change. */
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

/** Outcomes of which the author is notified. The notifications module notifies of a hidden activity. */
export type Outcome = 'hidden' | 'deleted' | 'restored' | 'upheld';

export interface DecisionReason {
  /** The note of the administrator. */
  readonly reason: string;
  /** The reasons of the reports. The reporters are never named. */
  readonly reported: readonly ReportReason[];
}

type About = Pick<CaseRow, 'targetType' | 'title'>;

const nouns = { activity: 'la actividad', collective: 'el colectivo', memory: 'la memoria de' } as const;

/** Noun phrase of a target, e.g. 'la actividad «Olla comunitaria»'. */
const named = ({ targetType, title }: About): string => `${nouns[targetType]} «${title}»`;

/** Text for reporters. It depends on the target's current visibility, because the target may have been decided again. */
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

/** Headlines for memories: editing a hidden memory is its appeal. */
export const memoryHeadlines: Record<Outcome, string> = {
  ...headlines,
  restored: 'Tu memoria vuelve a estar publicada',
  upheld: 'Revisamos tu memoria',
};
const WRITE_AGAIN = '\nSi la corriges y la guardas, la revisamos de nuevo.';

export const headlineOf = ({ targetType }: About, outcome: Outcome): string =>
  (targetType === 'memory' ? memoryHeadlines : headlines)[outcome];

/** Text for the author of a reported target. */
export function outcomeText(one: About, outcome: Outcome, { reason, reported }: DecisionReason): string {
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
