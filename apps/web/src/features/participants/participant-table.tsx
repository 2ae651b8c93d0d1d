import type { WholeActivity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { IconBrandWhatsapp, IconPencil, IconTicket, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { InitialBadge } from '../../components/brand/initial-badge.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { roles } from '../../components/table-roles.ts';
import { answerTexts } from '../../lib/attendance/answer-texts.ts';
import { claimTexts } from '../../lib/attendance/claims-text.ts';
import { now } from '../../lib/dates/now.ts';
import { whatsAppLink } from '../../lib/whatsapp.ts';
import { isAnonymous, personText, standingText } from './model.ts';
import classes from './participants.module.css';
import type { Intent } from './use-selection.ts';

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
  <table {...roles.table} className={`card ${classes.table}`} aria-labelledby={labelledBy}>
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

/** What an activity asks of attendees, and what a message to them says of it. */
type Asked = Pick<WholeActivity, 'questions' | 'needs' | 'contact' | 'title' | 'date' | 'place'>;

interface ParticipantRowProps {
  participant: Attendance;
  /** Must be memoized, like `onIntent`. */
  asked: Asked;
  /** Must be memoized: every row is rendered again when it changes. */
  onIntent: (intent: Intent) => void;
  /** Null: the list has no selection. */
  isSelected: boolean | null;
  /** Must be memoized. */
  onSelect: (id: string) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

// A list may have thousands of rows: native buttons are cheaper than Mantine's, and a CSS counter numbers the rows, because
// a number in the props would render all rows below a removed one again.
const ParticipantRow = memo(({ participant, asked, onIntent, isSelected, onSelect }: ParticipantRowProps) => {
  const { name, email, phone, answers, claims, status, checkedInAt } = participant;
  const { questions, needs } = asked;
  const standing = standingText(participant, now());
  return (
    <tr {...roles.row} data-row={participant._id} className={classes.row}>
      <td {...roles.cell} className={`row ${classes.person}`}>
        {isSelected === null ? (
          <InitialBadge name={name} />
        ) : (
          <label className={`centred ${classes.check}`}>
            <input
              type="checkbox"
              aria-label={name}
              checked={isSelected}
              onChange={() => onSelect(participant._id)}
            />
          </label>
        )}
        <span className={classes.words}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={`soft fine ${classes.number}`} />
          {checkedInAt !== null && <span className={`fine strong ${classes.arrived}`}>Llegó</span>}
          {standing !== '' && <span className={`fine strong ${classes.standing}`}>{standing}</span>}
        </span>
      </td>
      <td {...roles.cell} className={classes.email}>
        {email !== '' && <EmailText email={email} />}
        {email === '' && phone === '' && <span className="soft fine">Sin correo</span>}
        {phone !== '' && (
          <a
            className={`target ${classes.phone}`}
            href={whatsAppLink(personText(participant, asked, now()), phone)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Escribir por WhatsApp: ${name}, ${phone}`}
          >
            <IconBrandWhatsapp {...icon} />
            <span>{phone}</span>
          </a>
        )}
      </td>
      <td {...roles.cell} className={classes.tableActions} hidden={isSelected !== null}>
        {status !== 'confirmed' && (
          <button
            type="button"
            className={`target card ${classes.action}`}
            aria-label={`Dar cupo: ${name}`}
            onClick={() => onIntent({ kind: 'admit', participant })}
          >
            <IconTicket {...icon} />
            Dar cupo
          </button>
        )}
        {!isAnonymous(participant) && (
          <button
            type="button"
            className={`target card ${classes.action}`}
            aria-label={`Editar: ${name}`}
            onClick={() => onIntent({ kind: 'edit', participant })}
          >
            <IconPencil {...icon} />
            Editar
          </button>
        )}
        <button
          type="button"
          className={`target card ${classes.action} ${classes.remove}`}
          aria-label={`Eliminar: ${name}`}
          onClick={() => onIntent({ kind: 'remove', participant })}
        >
          <IconTrash {...icon} />
          Eliminar
        </button>
      </td>
      {answers.length + claims.length > 0 && (
        <td {...roles.cell} className={classes.answers}>
          <dl>
            {claims.length > 0 && (
              <div>
                <dt>En qué ayuda y qué lleva</dt>
                <dd>{claimTexts(needs, claims).join(', ')}</dd>
              </div>
            )}
            {answerTexts(questions, answers).map((text, index) =>
              text === '' ? null : (
                <div key={questions[index]?._id}>
                  <dt>{questions[index]?.label}</dt>
                  <dd>{text}</dd>
                </div>
              ),
            )}
          </dl>
        </td>
      )}
    </tr>
  );
});
