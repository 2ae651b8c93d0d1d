import type { ReportReason } from '@minga/contract/report-reasons';
import { reasonsInWords } from '../notifications/rules.ts';
import type { CaseRow } from './repository.ts';

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
