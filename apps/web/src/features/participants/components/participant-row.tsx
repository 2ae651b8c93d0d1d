import type { WholeActivity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { IconBrandWhatsapp, IconPencil, IconTicket, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { EmailText } from '../../../components/email-text.tsx';
import { InitialBadge } from '../../../components/initial-badge.tsx';
import { roles } from '../../../components/table-roles.ts';
import { answerTexts } from '../../../lib/answer-texts.ts';
import { claimTexts } from '../../../lib/claims-text.ts';
import { now } from '../../../lib/now.ts';
import { whatsAppLink } from '../../../lib/whatsapp.ts';
import { isAnonymous } from '../is-anonymous.ts';
import { standingText } from '../participant-standing.ts';
import type { Intent } from '../use-participant-dialog.ts';
import { personText } from '../whatsapp-texts.ts';
import classes from './participant-row.module.css';

/** What an activity asks of attendees, and what a message to them says of it. */
export type Asked = Pick<WholeActivity, 'questions' | 'needs' | 'contact' | 'title' | 'date' | 'place'>;

interface Props {
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
export const ParticipantRow = memo(({ participant, asked, onIntent, isSelected, onSelect }: Props) => {
  const { name, email, phone, answers, claims, status, checkedInAt } = participant;
  const { questions, needs } = asked;
  const standing = standingText(participant, now());
  return (
    <tr {...roles.row} data-row={participant._id} className={classes.row}>
      <td {...roles.cell} className={classes.person}>
        {isSelected === null ? (
          <InitialBadge name={name} />
        ) : (
          <label className={classes.check}>
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
          <span className={classes.number} />
          {checkedInAt !== null && <span className={classes.arrived}>Llegó</span>}
          {standing !== '' && <span className={classes.standing}>{standing}</span>}
        </span>
      </td>
      <td {...roles.cell} className={classes.email}>
        {email !== '' && <EmailText email={email} />}
        {email === '' && phone === '' && <span className={classes.none}>Sin correo</span>}
        {phone !== '' && (
          <a
            className={classes.phone}
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
      <td {...roles.cell} className={classes.actions} hidden={isSelected !== null}>
        {status !== 'confirmed' && (
          <button
            type="button"
            className={classes.action}
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
            className={classes.action}
            aria-label={`Editar: ${name}`}
            onClick={() => onIntent({ kind: 'edit', participant })}
          >
            <IconPencil {...icon} />
            Editar
          </button>
        )}
        <button
          type="button"
          className={`${classes.action} ${classes.remove}`}
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
