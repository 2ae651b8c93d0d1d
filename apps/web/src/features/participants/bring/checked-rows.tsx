import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { ImportOutcome } from '@minga/contract/people-import';
import { COMPANIONS_MAX } from '@minga/contract/places';
import { IconAlertCircle, IconCheck, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, memo, useEffect, useRef, useState } from 'react';
import { EmailText } from '../../../components/email-text.tsx';
import { companionChoices } from '../../../lib/attendance/companion-choices.ts';
import { DOT } from '../../../lib/dot.ts';
import { emailSuggestion } from '../../../lib/email-suggestion.ts';
import classes from './bring.module.css';
import type { ReadPerson } from './read-person.ts';

/** A person of the list, under a number that stays while rows are corrected and removed. */
export interface Row {
  readonly id: number;
  readonly person: ReadPerson;
}

interface Props {
  readonly rows: readonly Row[];
  /** By the position of the row; undefined while they are checked. */
  readonly outcomes: readonly ImportOutcome[] | undefined;
  /** The row that is being corrected. */
  readonly editing: number | null;
  readonly onEdit: (id: number | null) => void;
  readonly onChange: (id: number, person: ReadPerson) => void;
  readonly onRemove: (id: number) => void;
}

/** The people as understood: those with something to correct first, then those whose e-mail seems mistyped. */
export function CheckedRows({ rows, outcomes, editing, ...acts }: Props) {
  const checked = rows.map((row, at) => ({ row, outcome: outcomes?.[at] }));
  const rank = ({ row, outcome }: (typeof checked)[number]) => {
    if (outcome?.result === 'invalid' || outcome?.result === 'full') return 0;
    return suggestionFor(row.person, outcome?.result) === null ? 2 : 1;
  };
  const ordered = checked.toSorted((one, other) => rank(one) - rank(other));
  return (
    <ol className={classes.rows} aria-label="Personas de la lista">
      {ordered.map(({ row, outcome }) => (
        <li key={row.id} className={`card ${classes.row}`} data-result={outcome?.result}>
          {editing === row.id ? (
            <EditedRow {...row} message={outcome?.message} {...acts} />
          ) : (
            <ReadRow
              {...row}
              result={outcome?.result}
              message={outcome?.message}
              onEdit={acts.onEdit}
              onChange={acts.onChange}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

const icon = { size: 20, 'aria-hidden': true } as const;
const SIGNS = {
  added: <IconCheck {...icon} />,
  already: <IconUserCheck {...icon} />,
  full: <IconAlertCircle {...icon} />,
  invalid: <IconAlertCircle {...icon} />,
};

/** The e-mail that was probably meant; null for people on the list, who are found by the one that they have. */
const suggestionFor = ({ email }: ReadPerson, result: ImportOutcome['result'] | undefined) =>
  result === 'already' ? null : emailSuggestion(email);

interface ReadRowProps extends Row, Pick<Props, 'onEdit' | 'onChange'> {
  readonly result: ImportOutcome['result'] | undefined;
  readonly message: string | undefined;
}

// Memoised: a correction renders one of five hundred rows.
const ReadRow = memo(function ReadRow({ person, result, message, onEdit, onChange, id }: ReadRowProps) {
  const { name, email, phone, companions, leftOut } = person;
  const facts = [email, phone, ...(companions > 0 ? [`+${companions}`] : [])].filter(Boolean).join(DOT);
  const suggestion = suggestionFor(person, result);
  return (
    <>
      <span className={classes.sign}>{result && SIGNS[result]}</span>
      <div className={classes.read}>
        <p className="strong">{name || 'Sin nombre'}</p>
        {facts !== '' && (
          <p className="soft small">
            <EmailText email={email} />
            <span>{facts.slice(email.length)}</span>
          </p>
        )}
        {leftOut !== undefined && <p className="soft small">{`Sin usar: ${leftOut}`}</p>}
        {message !== undefined && <p className={`small ${classes.message}`}>{message}</p>}
        {suggestion !== null && (
          <p className="small">
            <span>¿Quisiste decir </span>
            <span className={classes.suggestion}>
              <button
                type="button"
                className="plain link"
                aria-label={suggestion}
                onClick={() => onChange(id, { ...person, email: suggestion })}
              >
                {suggestion.slice(suggestion.indexOf('@') + 1)}
              </button>
              <span>?</span>
            </span>
          </p>
        )}
      </div>
      <Button
        variant="subtle"
        px="xs"
        aria-label={`Corregir: ${name || facts}`}
        leftSection={<IconPencil {...icon} />}
        onClick={() => onEdit(id)}
      >
        <span className={classes.word}>Corregir</span>
      </Button>
    </>
  );
});

const EDITED_FORM = 'corrected-person';

/** The buttons of the row that is being corrected, at the foot of the dialog: the row may be anywhere in a long list. */
export const EditedRowButtons = ({ onEdit }: Pick<Props, 'onEdit'>) => (
  <Group justify="space-between" gap="sm" data-dialog-buttons>
    <Button variant="default" onClick={() => onEdit(null)}>
      Cancelar
    </Button>
    <Button type="submit" form={EDITED_FORM}>
      Listo
    </Button>
  </Group>
);

interface EditedRowProps extends Row, Pick<Props, 'onChange' | 'onRemove'> {
  readonly message: string | undefined;
}

/** The field that a message of the server is about, by the word that it has; others stand at the name. */
function fieldOf(message: string | undefined): keyof ReadPerson | null {
  if (message === undefined) return null;
  const found = (
    [
      ['email', /correo/i],
      ['phone', /tel[eé]fono/i],
      ['companions', /acompañante/i],
    ] as const
  ).find(([, word]) => word.test(message));
  return found?.[0] ?? 'name';
}

function EditedRow({ person, message, onChange, onRemove, id }: EditedRowProps) {
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState(person);
  const wrong = fieldOf(message);
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('input'))?.focus();
  }, []);
  function save(event: FormEvent) {
    event.preventDefault();
    const { name, email, phone, companions } = edited;
    onChange(id, { name: name.trim(), email: email.trim(), phone: phone.trim(), companions });
  }
  const field = (key: 'name' | 'email' | 'phone') => ({
    value: edited[key],
    error: wrong === key && message,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setEdited(before => ({ ...before, [key]: value })),
  });
  return (
    <form ref={form} id={EDITED_FORM} className={`stack ${classes.edited}`} noValidate onSubmit={save}>
      <TextInput label="Nombre" {...field('name')} />
      <TextInput label="Correo" inputMode="email" {...field('email')} />
      <TextInput label="Teléfono" inputMode="tel" {...field('phone')} />
      <NativeSelect
        size="md"
        label="Acompañantes"
        data={companionChoices(COMPANIONS_MAX)}
        error={wrong === 'companions' && message}
        value={String(Math.min(edited.companions, COMPANIONS_MAX))}
        onChange={({ currentTarget: { value } }) =>
          setEdited(before => ({ ...before, companions: Number(value) }))
        }
      />
      <Button variant="subtle" color="red" onClick={() => onRemove(id)}>
        Quitar de la lista
      </Button>
    </form>
  );
}
