import type { Attendance } from '@minga/contract/attendance';
import type { Question } from '@minga/contract/questions';
import Papa from 'papaparse';
import { answerTexts } from '../../lib/answer-texts.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Cells that a spreadsheet would evaluate as a formula (CONTRACT.md section 4), also with full-width characters, which
 * spreadsheets with East Asian input accept. Papa Parse's own expression ends in `.*$` and does not match a cell with a line break.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

/** The list with a column for each question, as CSV for spreadsheets: RFC 4180 with CRLF; formulas are escaped with a leading '. */
export const participantsCsv = (
  participants: readonly Pick<Attendance, 'name' | 'email' | 'answers'>[],
  questions: readonly Question[],
): string =>
  BYTE_ORDER_MARK +
  Papa.unparse(
    {
      fields: ['Nombre', 'Correo', ...questions.map(({ label }) => label)],
      data: participants.map(({ name, email, answers }) => [name, email, ...answerTexts(questions, answers)]),
    },
    { newline: '\r\n', escapeFormulae: FORMULA },
  );
