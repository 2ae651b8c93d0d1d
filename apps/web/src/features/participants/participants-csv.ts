import type { Activity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import Papa from 'papaparse';
import { answerTexts } from '../../lib/answer-texts.ts';
import { claimTexts } from '../../lib/claims-text.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Cells that a spreadsheet would evaluate as a formula (CONTRACT.md section 4), also with full-width characters, which
 * spreadsheets with East Asian input accept. Papa Parse's own expression ends in `.*$` and does not match a cell with a line break.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

type Row = Pick<
  Attendance,
  'name' | 'email' | 'phone' | 'answers' | 'claims' | 'status' | 'position' | 'companions'
>;

const STATUSES = { confirmed: 'Con cupo', offered: 'Cupo ofrecido', waiting: 'En espera' } as const;

/**
 * The list as CSV for spreadsheets: RFC 4180 with CRLF; formulas are escaped with a leading '. With a column for each question, one for
 * what is claimed where something is needed, and for places and companions where somebody waits or brings some.
 */
export function participantsCsv(
  participants: readonly Row[],
  { questions, needs }: Pick<Activity, 'questions' | 'needs'>,
): string {
  const hasPlaces = participants.some(({ status, companions }) => status !== 'confirmed' || companions > 0);
  const hasPhones = participants.some(({ phone }) => phone !== '');
  const places = ({ status, position, companions }: Row) =>
    hasPlaces ? [STATUSES[status], position ?? '', companions] : [];
  return (
    BYTE_ORDER_MARK +
    Papa.unparse(
      {
        fields: [
          ...['Nombre', 'Correo'],
          ...(hasPhones ? ['Teléfono'] : []),
          ...(hasPlaces ? ['Estado', 'Puesto en espera', 'Acompañantes'] : []),
          ...(needs.length > 0 ? ['En qué ayuda y qué lleva'] : []),
          ...questions.map(({ label }) => label),
        ],
        data: participants.map(row => [
          ...[row.name, row.email],
          ...(hasPhones ? [row.phone] : []),
          ...places(row),
          ...(needs.length > 0 ? [claimTexts(needs, row.claims).join('; ')] : []),
          ...answerTexts(questions, row.answers),
        ]),
      },
      { newline: '\r\n', escapeFormulae: FORMULA },
    )
  );
}
