import type { Attendance } from '@minga/contract/attendance';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { EmailText } from '../../../components/email-text.tsx';
import { InitialBadge } from '../../../components/initial-badge.tsx';
import { roles } from '../../../components/table-roles.ts';
import { isAnonymous } from '../anonymous.ts';
import type { Intent } from '../use-participant-dialog.ts';
import classes from './participant-row.module.css';

interface Props {
  participant: Attendance;
  /** The same function as long as it would do the same. */
  onAsk: (intent: Intent) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;

// A list may have thousands of rows: plain buttons, and a number that the style sheet counts. Else all that stand below
// somebody who is removed would be drawn anew.
export const ParticipantRow = memo(({ participant, onAsk }: Props) => {
  const { name, email } = participant;
  return (
    <tr {...roles.row} data-row={participant._id} className={classes.row}>
      <td {...roles.cell} className={classes.person}>
        <InitialBadge name={name} />
        <span className={classes.words}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.number} />
        </span>
      </td>
      <td {...roles.cell} className={classes.email}>
        {isAnonymous(participant) ? (
          <span className={classes.none}>Sin correo</span>
        ) : (
          <EmailText email={email} />
        )}
      </td>
      <td {...roles.cell} className={classes.actions}>
        {!isAnonymous(participant) && (
          <button
            type="button"
            className={classes.action}
            aria-label={`Editar: ${name}`}
            onClick={() => onAsk({ kind: 'edit', participant })}
          >
            <IconPencil {...icon} />
            Editar
          </button>
        )}
        <button
          type="button"
          className={`${classes.action} ${classes.remove}`}
          aria-label={`Eliminar: ${name}`}
          onClick={() => onAsk({ kind: 'remove', participant })}
        >
          <IconTrash {...icon} />
          Eliminar
        </button>
      </td>
    </tr>
  );
});
