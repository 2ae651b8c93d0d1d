import type { Attendance } from '@minga/contract/attendance';
import type { CSSProperties } from 'react';
import { roles } from '../../../components/table-roles.ts';
import type { Intent } from '../use-participant-dialog.ts';
import { ParticipantRow } from './participant-row.tsx';
import classes from './participant-table.module.css';

interface Props {
  participants: readonly Attendance[];
  labelledBy: string;
  onAsk: (intent: Intent) => void;
}

/** Of a long list the browser lays out only the blocks that are near the screen. */
const BLOCK_SIZE = 50;

const blocksOf = (participants: readonly Attendance[]) =>
  Array.from({ length: Math.ceil(participants.length / BLOCK_SIZE) }, (_, number) =>
    participants.slice(number * BLOCK_SIZE, (number + 1) * BLOCK_SIZE),
  );

/** A block that is not laid out counts by itself. */
const countedFrom = (before: number) => ({ '--minga-rows-before': before }) as CSSProperties;

/** A table where there is room, and cards on a phone: the same elements, laid out otherwise. */
export const ParticipantTable = ({ participants, labelledBy, onAsk }: Props) => (
  <table {...roles.table} className={classes.table} aria-labelledby={labelledBy}>
    <thead {...roles.group} className={classes.head}>
      <tr {...roles.row} className={classes.columns}>
        <th {...roles.header} scope="col">
          Participante
        </th>
        <th {...roles.header} scope="col">
          Correo Electrónico
        </th>
        <th {...roles.header} scope="col">
          Acciones
        </th>
      </tr>
    </thead>
    {blocksOf(participants).map((block, number) => (
      <tbody
        key={`block-${String(number)}`}
        {...roles.group}
        className={classes.block}
        style={countedFrom(number * BLOCK_SIZE)}
        data-full={block.length === BLOCK_SIZE || undefined}
      >
        {block.map(participant => (
          <ParticipantRow key={participant._id} participant={participant} onAsk={onAsk} />
        ))}
      </tbody>
    ))}
  </table>
);
