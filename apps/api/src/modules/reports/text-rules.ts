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

/** To those who reported it. */
export const reporterText = (one: About & Pick<CaseRow, 'decision'>): string =>
  one.decision === 'dismiss'
    ? `Revisamos tu reporte sobre ${named(one)}. Por ahora se queda como está.`
    : `Revisamos tu reporte sobre ${named(one)}, y ya no se puede ver.`;

export const headlines: Record<Outcome, string> = {
  hidden: 'Ocultamos algo que publicaste',
  deleted: 'Eliminamos algo que publicaste',
  restored: 'Volvimos a publicar tu actividad',
  upheld: 'Revisamos de nuevo tu actividad',
};

/** Writing it again publishes it: there is nothing to appeal. */
const WRITE_AGAIN = '\nSi la corriges y la guardas, se vuelve a ver.';

/** To the author. */
export function outcomeText(one: About, outcome: Outcome, { reason, reported }: Why): string {
  const what = named(one);
  const after = reported.length === 0 ? '' : ` después de reportes (${reasonsInWords(reported)})`;
  switch (outcome) {
    case 'hidden':
      return `Ocultamos ${what}${after}, y ya no se puede ver. Motivo: ${reason}${one.targetType === 'memory' ? WRITE_AGAIN : ''}`;
    case 'deleted':
      return `Eliminamos ${what}${after}. Motivo: ${reason}`;
    case 'restored':
      return `Revisamos de nuevo ${what}, y vuelve a estar publicada.`;
    case 'upheld':
      return `Revisamos de nuevo ${what}, y sigue oculta. Motivo: ${reason}`;
  }
}

export const bannedText = (one: About): string =>
  `Revisamos los reportes sobre ${named(one)}: desactivamos tu cuenta y ocultamos lo que publicaste.`;
