import type { Attendance } from '@minga/contract/attendance';
import type { CSSProperties } from 'react';
import { roles } from '../../../components/table-roles.ts';
import type { Intent } from '../use-participant-dialog.ts';
import { type Asked, ParticipantRow } from './participant-row.tsx';
import classes from './participant-table.module.css';

interface Props {
  participants: readonly Attendance[];
  /** What the activity asks of attendees. */
  asked: Asked;
  labelledBy: string;
  onIntent: (intent: Intent) => void;
  /** By id; null: the list has no selection. */
  selected: ReadonlySet<string> | null;
  onSelect: (id: string) => void;
}

/** The browser skips the layout of blocks that are far from the viewport. */
const BLOCK_SIZE = 50;

const splitIntoBlocks = (participants: readonly Attendance[]) =>
  Array.from({ length: Math.ceil(participants.length / BLOCK_SIZE) }, (_, number) =>
    participants.slice(number * BLOCK_SIZE, (number + 1) * BLOCK_SIZE),
  );

/** Start of a block's CSS counter: `content-visibility` isolates counters, so each block counts its own rows. */
const rowsBefore = (before: number) => ({ '--minga-rows-before': before }) as CSSProperties;

/** A table that is laid out as cards on a phone. */
export const ParticipantTable = ({
  participants,
  asked,
  labelledBy,
  onIntent,
  selected,
  onSelect,
}: Props) => (
  <table {...roles.table} className={classes.table} aria-labelledby={labelledBy}>
    <thead {...roles.group} className={classes.head}>
      <tr {...roles.row} className={classes.columns}>
        <th {...roles.header} scope="col">
          Participante
        </th>
        <th {...roles.header} scope="col">
          {asked.contact === 'any' ? 'Contacto' : 'Correo Electrónico'}
        </th>
        <th {...roles.header} scope="col">
          Acciones
        </th>
      </tr>
    </thead>
    {splitIntoBlocks(participants).map((block, number) => (
      <tbody
        key={`block-${String(number)}`}
        {...roles.group}
        className={classes.block}
        style={rowsBefore(number * BLOCK_SIZE)}
        data-full={block.length === BLOCK_SIZE || undefined}
      >
        {block.map(participant => (
          <ParticipantRow
            key={participant._id}
            participant={participant}
            asked={asked}
            onIntent={onIntent}
            isSelected={selected?.has(participant._id) ?? null}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    ))}
  </table>
);
