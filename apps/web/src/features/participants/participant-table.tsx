import type { WholeActivity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import {
  IconArrowBackUp,
  IconBrandWhatsapp,
  IconDots,
  IconPencil,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react';
import { type CSSProperties, memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { InitialBadge } from '../../components/brand/initial-badge.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { roles } from '../../components/table-roles.ts';
import { answerTexts } from '../../lib/attendance/answer-texts.ts';
import { claimTexts } from '../../lib/attendance/claims-text.ts';
import { now } from '../../lib/dates/now.ts';
import { whatsAppLink } from '../../lib/whatsapp.ts';
import { isAnonymous, personText, standingText } from './model.ts';
import classes from './participant-table.module.css';
import shared from './participants.module.css';
import type { Intent } from './use-selection.ts';

interface Props {
  participants: readonly Attendance[];
  /** What the activity asks of attendees. */
  asked: Asked;
  labelledBy: string;
  isPhone: boolean;
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

/** Whether the row has another action than to edit and to remove. */
const hasThirdAction = ({ status, checkedInAt }: Attendance) =>
  status !== 'confirmed' || checkedInAt !== null;

/** Start of a block's CSS counter: `content-visibility` isolates counters, so each block counts its own rows. */
const rowsBefore = (before: number) => ({ '--minga-rows-before': before }) as CSSProperties;

/** A table; on a phone its rows are lines, of which each opens a sheet with the rest of a person. */
export const ParticipantTable = memo(function ParticipantTable(props: Props) {
  const { participants, asked, labelledBy, isPhone, onIntent, selected, onSelect } = props;
  const [opened, setOpened] = useState<Attendance | null>(null);
  // A copy, so that each press opens the sheet: also one before the browser has reported that it closed.
  const open = useCallback((participant: Attendance) => setOpened({ ...participant }), []);
  const close = useCallback(() => setOpened(null), []);
  const Row = isPhone ? PersonLine : ParticipantRow;
  return (
    <>
      <table
        {...roles.table}
        className={`card ${classes.table}`}
        aria-labelledby={labelledBy}
        data-third-action={participants.some(hasThirdAction) || undefined}
      >
        <thead {...roles.group} className={classes.head}>
          <tr {...roles.row} className={`soft small ${classes.columns}`}>
            <th {...roles.header} scope="col">
              Participante
            </th>
            {!isPhone && (
              <th {...roles.header} scope="col">
                {asked.contact === 'any' ? 'Contacto' : 'Correo Electrónico'}
              </th>
            )}
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
              <Row
                key={participant._id}
                participant={participant}
                asked={asked}
                onIntent={onIntent}
                onOpen={open}
                isSelected={selected?.has(participant._id) ?? null}
                onSelect={onSelect}
              />
            ))}
          </tbody>
        ))}
      </table>
      {opened && <PersonSheet participant={opened} asked={asked} onIntent={onIntent} onClose={close} />}
    </>
  );
});

/** What an activity asks of attendees, and what a message to them says of it. */
type Asked = Pick<WholeActivity, 'questions' | 'needs' | 'contact' | 'title' | 'date' | 'place'>;

interface ParticipantRowProps {
  participant: Attendance;
  /** Must be memoized, like `onIntent`. */
  asked: Asked;
  /** Must be memoized: every row is rendered again when it changes. */
  onIntent: (intent: Intent) => void;
  /** Opens the sheet of a person. */
  onOpen: (participant: Attendance) => void;
  /** Null: the list has no selection. */
  isSelected: boolean | null;
  /** Must be memoized. */
  onSelect: (id: string) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

// A list may have thousands of rows: native buttons are cheaper than Mantine's, and a CSS counter numbers the rows, because
// a number in the props would render all rows below a removed one again.
const ParticipantRow = memo(({ participant, asked, onIntent, isSelected, onSelect }: ParticipantRowProps) => {
  const { email, phone, answers, claims } = participant;
  return (
    <tr {...roles.row} data-row={participant._id} className={classes.row}>
      <PersonCell participant={participant} isSelected={isSelected} onSelect={onSelect} />
      <td {...roles.cell} className={`small ${classes.email}`}>
        {email !== '' && (
          <span>
            <EmailText email={email} />
          </span>
        )}
        {email === '' && phone === '' && <span className="soft fine">Sin correo</span>}
        {phone !== '' && <WhatsApp participant={participant} asked={asked} />}
      </td>
      <td {...roles.cell} className={`row ${classes.tableActions}`} hidden={isSelected !== null}>
        <Actions participant={participant} onIntent={onIntent} />
      </td>
      {answers.length + claims.length > 0 && (
        <td {...roles.cell} className={`small ${classes.answers}`}>
          <Answers participant={participant} asked={asked} />
        </td>
      )}
    </tr>
  );
});

/** On a phone: the person in two lines, and the button of the sheet. */
const PersonLine = memo(({ participant, onOpen, isSelected, onSelect }: ParticipantRowProps) => {
  const { _id, name, email, phone } = participant;
  return (
    <tr {...roles.row} data-row={_id} className={classes.line}>
      <PersonCell participant={participant} isSelected={isSelected} onSelect={onSelect} />
      <td {...roles.cell} className={classes.opener} hidden={isSelected !== null}>
        <span className={classes.printedContact}>{email === '' ? phone : email}</span>
        <button
          type="button"
          className={`centred plain ${shared.dots}`}
          aria-label={`Acciones: ${name}`}
          onClick={() => onOpen(participant)}
        >
          <IconDots {...icon} />
        </button>
      </td>
    </tr>
  );
});

type CellProps = Pick<ParticipantRowProps, 'participant' | 'isSelected' | 'onSelect'>;

function PersonCell({ participant, isSelected, onSelect }: CellProps) {
  const { _id, name, checkedInAt, checkedInBy } = participant;
  const standing = standingText(participant, now());
  return (
    <td {...roles.cell} className={`row ${classes.person}`}>
      {isSelected === null ? (
        <InitialBadge name={name} />
      ) : (
        <label className={`centred ${classes.check}`}>
          <input type="checkbox" aria-label={name} checked={isSelected} onChange={() => onSelect(_id)} />
        </label>
      )}
      <span className={`stack ${classes.words}`}>
        <bdi className={`strong ${classes.name}`}>{name}</bdi>
        <span className={`cluster ${classes.facts}`}>
          <span className={`soft fine ${classes.number}`} />
          {checkedInAt !== null && (
            <span className={`fine strong ${classes.arrived}`}>
              {checkedInBy === 'self' ? 'Llegó por su cuenta' : 'Llegó'}
            </span>
          )}
          {standing !== '' && <span className={`fine strong ${classes.standing}`}>{standing}</span>}
        </span>
      </span>
    </td>
  );
}

type PersonProps = Pick<ParticipantRowProps, 'participant' | 'asked'>;

const WhatsApp = ({ participant, asked }: PersonProps) => (
  <a
    className={`target ${classes.phone}`}
    href={whatsAppLink(personText(participant, asked, now()), participant.phone)}
    target="_blank"
    rel="noreferrer"
    aria-label={`Escribir por WhatsApp: ${participant.name}, ${participant.phone}`}
  >
    <IconBrandWhatsapp {...icon} />
    <span>{participant.phone}</span>
  </a>
);

function Actions({ participant, onIntent }: Pick<ParticipantRowProps, 'participant' | 'onIntent'>) {
  const { name, status, checkedInAt } = participant;
  return (
    <>
      {status !== 'confirmed' && (
        <button
          type="button"
          className={`target card small strong ${classes.action}`}
          aria-label={`Dar cupo: ${name}`}
          onClick={() => onIntent({ kind: 'admit', participant })}
        >
          <IconTicket {...icon} />
          Dar cupo
        </button>
      )}
      {checkedInAt !== null && (
        <button
          type="button"
          className={`target card small strong ${classes.action}`}
          aria-label={`Deshacer llegada: ${name}`}
          onClick={() => onIntent({ kind: 'undo', participant })}
        >
          <IconArrowBackUp {...icon} />
          Deshacer llegada
        </button>
      )}
      {!isAnonymous(participant) && (
        <button
          type="button"
          className={`target card small strong ${classes.action}`}
          aria-label={`Editar: ${name}`}
          onClick={() => onIntent({ kind: 'edit', participant })}
        >
          <IconPencil {...icon} />
          Editar
        </button>
      )}
      <button
        type="button"
        className={`target card small strong ${classes.action} ${classes.remove}`}
        aria-label={`Eliminar: ${name}`}
        onClick={() => onIntent({ kind: 'remove', participant })}
      >
        <IconTrash {...icon} />
        Eliminar
      </button>
    </>
  );
}

const Answers = ({ participant: { answers, claims }, asked: { questions, needs } }: PersonProps) => (
  <dl className="cluster">
    {claims.length > 0 && (
      <div>
        <dt className="soft fine">En qué ayuda y qué lleva</dt>
        <dd>{claimTexts(needs, claims).join(', ')}</dd>
      </div>
    )}
    {answerTexts(questions, answers).map((text, index) =>
      text === '' ? null : (
        <div key={questions[index]?._id}>
          <dt className="soft fine">{questions[index]?.label}</dt>
          <dd>{text}</dd>
        </div>
      ),
    )}
  </dl>
);

interface SheetProps extends PersonProps {
  readonly onIntent: (intent: Intent) => void;
  readonly onClose: () => void;
}

/** The facts for which the line of a phone has no room. A native popover: Escape and a press outside close it, and the focus returns to its row. */
function PersonSheet({ participant, asked, onIntent, onClose }: SheetProps) {
  const { name, email, phone, answers, claims } = participant;
  const sheet = useRef<HTMLElement>(null);
  const titleId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press passes another object.
  useEffect(() => {
    const element = sheet.current;
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    element?.addEventListener('toggle', follow);
    element?.togglePopover?.(true);
    element?.focus();
    return () => element?.removeEventListener('toggle', follow);
  }, [participant, onClose]);

  return (
    <section
      ref={sheet}
      popover="auto"
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`card ${shared.sheet} ${classes.personSheet}`}
    >
      <h3 id={titleId} className={`strong ${classes.name}`}>
        {name}
      </h3>
      {email !== '' && (
        <a href={`mailto:${email}`} className="target link">
          <EmailText email={email} />
        </a>
      )}
      {phone !== '' && <WhatsApp participant={participant} asked={asked} />}
      {answers.length + claims.length > 0 && (
        <div className={`small ${classes.answers}`}>
          <Answers participant={participant} asked={asked} />
        </div>
      )}
      <div className={`cluster ${shared.sheetActions}`}>
        <Actions
          participant={participant}
          onIntent={intent => {
            // Returns the focus to the row, to which the dialog returns it.
            sheet.current?.togglePopover?.(false);
            onIntent(intent);
          }}
        />
      </div>
    </section>
  );
}
