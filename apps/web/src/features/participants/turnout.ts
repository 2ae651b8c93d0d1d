import { readTurnout, type Turnout } from '@minga/contract/participants';
import { counted, digits } from '../../lib/digits.ts';
import { query } from '../../lib/server/queries.ts';

/** How many people came to an activity. */
export const turnout = (taskId: string) => query(readTurnout, { params: { taskId } });

const people = (count: number): string => counted(count, 'persona', 'personas');

/** '21 personas', and its parts: '18 de las 25 que dijeron que venían, en 12 de 16 confirmaciones', '3 sin haber confirmado'. */
export function turnoutText({ confirmed, checkedIn, walkIns }: Omit<Turnout, 'unreachable'>): {
  readonly total: string;
  readonly parts: readonly string[];
} {
  const groups =
    confirmed.parties === confirmed.people
      ? ''
      : `, en ${digits(checkedIn.parties)} de ${digits(confirmed.parties)} confirmaciones`;
  return {
    total: people(checkedIn.people + walkIns.people),
    parts: [
      confirmed.people > 0
        ? `${digits(checkedIn.people)} de las ${digits(confirmed.people)} que dijeron que venían${groups}`
        : '',
      walkIns.people > 0 ? `${digits(walkIns.people)} sin haber confirmado` : '',
    ].filter(part => part !== ''),
  };
}
