import type { Attendance } from '@minga/contract/attendance';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { longDate } from '../../lib/dates/dates.ts';
import { counted } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import type { ChosenActivity } from './model.ts';
import classes from './signature-sheet.module.css';

interface Props {
  readonly activity: ChosenActivity;
  readonly participants: readonly Attendance[];
  /** Called after the print dialog has closed. */
  readonly onPrinted: () => void;
}

/** Lines at the end for those who come without having confirmed. */
const EMPTY_LINES = 10;

/** A sheet to sign, for the printer alone: all people with a place over as many pages as needed, each page with the head. */
export function SignatureSheet({ activity, participants, onPrinted }: Props) {
  useEffect(() => {
    document.documentElement.dataset.printsSheet = '';
    print();
    delete document.documentElement.dataset.printsSheet;
    onPrinted();
  }, [onPrinted]);
  const people = participants.filter(({ status }) => status === 'confirmed');
  const lines = [...people, ...Array.from({ length: EMPTY_LINES }, () => null)];
  return createPortal(
    <div className={classes.sheet} data-signature-sheet>
      <table>
        {/* The first row spans all columns, so that it cannot give them widths. */}
        <colgroup>
          <col className={classes.numbers} />
          <col className={classes.names} />
          <col className={classes.phones} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={4} className={classes.head}>
              <span>{`Planilla de asistencia${DOT}${counted(people.length, 'confirmación', 'confirmaciones')}`}</span>
              <span className={classes.title}>{activity.title}</span>
              <span>{[longDate(activity.date), activity.place].filter(Boolean).join(DOT)}</span>
            </th>
          </tr>
          <tr className={classes.heads}>
            <th className={classes.number}>N.º</th>
            <th>Nombre</th>
            <th>Teléfono</th>
            <th>Firma</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((person, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
            <tr key={at}>
              <td className={classes.number}>{at + 1}</td>
              <td>{person && nameOf(person)}</td>
              <td>{person?.phone}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

const nameOf = ({ name, companions }: Attendance): string =>
  companions === 0 ? name : `${name} (+${companions})`;
