import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Fold } from '../../../components/form/fold.tsx';
import { digits } from '../../../lib/digits.ts';
import { wordMatcher } from '../../../lib/word-matcher.ts';
import { type Arrival, validCertificates } from '../confirm-api.ts';
import { parseHours } from '../hours-draft.ts';
import classes from './hours.module.css';
import { RevokeCertificate } from './revoke-certificate.tsx';

interface Props {
  readonly activityId: string;
  readonly arrivals: readonly Arrival[];
  /** The hours of all. */
  readonly common: string;
  /** The hours of the exceptions by attendance. */
  readonly others: Readonly<Record<string, string>>;
  /** The attendance whose hours are wrong. */
  readonly wrong: string | null;
  readonly onChange: (others: Record<string, string>) => void;
}

/** So many are shown at once; the search finds the others. */
const SHOWN_MAX = 50;
const WRONG = 'De 0 a 24, en cuartos de hora';

/** The list of those who came, for other hours than the common ones and for certificates. */
export function HourExceptions({ activityId, arrivals, common, others, wrong, onChange }: Props) {
  const [words, setWords] = useState('');
  const certificates = useQuery(validCertificates(activityId)).data;
  const isException = ({ _id }: Arrival) => {
    const text = others[_id]?.trim() ?? '';
    return text !== '' && parseHours(text, 0) !== parseHours(common);
  };
  const count = arrivals.filter(isException).length;
  const matches = wordMatcher(words);
  const found = arrivals.filter(({ _id, name }) => _id === wrong || matches(name));
  const shown = [
    ...found.filter(({ _id }) => _id === wrong),
    ...found.filter(({ _id }) => _id !== wrong),
  ].slice(0, SHOWN_MAX);
  return (
    <Fold
      title="Persona por persona"
      summary={count === 0 ? '' : `${digits(count)} con otras horas`}
      hasError={wrong !== null}
    >
      <p className={classes.hint}>
        Escribe las horas de quien ayudó más o menos que los demás; con 0 queda sin horas.
      </p>
      {arrivals.length > 5 && (
        <TextInput
          type="search"
          label="Buscar por nombre"
          autoComplete="off"
          leftSection={<IconSearch size={20} aria-hidden />}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
      )}
      <p className={classes.hint} role="status">
        {shown.length < found.length
          ? `Ves ${SHOWN_MAX} de ${digits(found.length)}: busca a las demás por su nombre.`
          : found.length === 0 && 'Nadie se llama así en la lista de quienes llegaron.'}
      </p>
      <ul className={classes.people}>
        {shown.map(({ _id, name, hours }) => (
          <li key={_id} className={classes.person}>
            <TextInput
              label={name}
              className={classes.field}
              inputMode="decimal"
              autoComplete="off"
              placeholder={common}
              value={others[_id] ?? ''}
              error={_id === wrong && WRONG}
              onChange={event => onChange({ ...others, [_id]: event.currentTarget.value })}
            />
            {hours !== null && certificates?.some(({ attendanceId }) => attendanceId === _id) && (
              <RevokeCertificate activityId={activityId} attendanceId={_id} name={name} />
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
