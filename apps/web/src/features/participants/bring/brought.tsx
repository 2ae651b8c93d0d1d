import { Button, Group } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import type { ImportReply } from '@minga/contract/people-import';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { longDate } from '../../../lib/dates/dates.ts';
import { counted, digits } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { whatsAppLink } from '../../../lib/whatsapp.ts';
import { fetchAllParticipants } from '../api.ts';
import type { ChosenActivity } from '../model.ts';
import classes from './bring.module.css';

interface Props {
  readonly activity: ChosenActivity;
  readonly reply: ImportReply;
  /** The names of the imported rows, of those without one the phone or the e-mail. */
  readonly names: readonly string[];
  /** The number of people of a list of more than five hundred who are left. */
  readonly left: number;
  readonly onContinue: () => void;
  /** Returns to the rows that were not added, by their index: what was typed is not lost. */
  readonly onCorrect: (rows: readonly number[]) => void;
  readonly onClose: () => void;
}

/** Says exactly who was added, who was mailed and who still needs telling. */
export function Brought({ activity, reply, names, left, onContinue, onCorrect, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const added = reply.results.filter(({ result }) => result === 'added');
  const { data } = useQuery({
    queryKey: ['brought', activity._id, added[0]?.attendanceId],
    queryFn: () => fetchAllParticipants(activity._id, () => {}),
    enabled: added.length > 0,
    gcTime: 0,
  });
  const listed = new Map(data?.map(row => [row._id, row]));
  const nameOf = ({ index }: { index: number }) => names[index] ?? '';
  const mailed = added.filter(one => one.mailed);
  const untold = added.filter(one => !one.mailed);
  const others = reply.results.filter(({ result }) => result !== 'added');
  const correctable = others.filter(({ result }) => result !== 'already').map(({ index }) => index);
  return (
    <div className="stack gap-xl">
      <h3 ref={heading} tabIndex={-1} className="title">
        {added.length === 0
          ? 'No agregaste a nadie'
          : `Agregaste a ${counted(added.length, 'persona', 'personas')}`}
      </h3>
      {mailed.length > 0 && (
        <Part title={`Les avisamos por correo · ${mailed.length}`}>
          <p className="soft">{mailed.map(nameOf).join(', ')}</p>
        </Part>
      )}
      {untold.length > 0 && (
        <Part title={`Falta que les cuentes · ${untold.length}`}>
          <ul className={classes.rows}>
            {untold.map(one => (
              <UntoldPerson
                key={one.index}
                name={nameOf(one)}
                person={listed.get(one.attendanceId ?? '')}
                activity={activity}
              />
            ))}
          </ul>
        </Part>
      )}
      {others.length > 0 && (
        <Part title={`No se agregaron · ${others.length}`}>
          <ul className="stack gap-s">
            {others.map(one => (
              <li key={one.index}>
                <span>{nameOf(one) || 'Sin nombre'}</span>
                <span className="soft">{` · ${one.message ?? ''}`}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Group gap="sm" data-dialog-buttons>
        {correctable.length > 0 && (
          <Button variant="default" onClick={() => onCorrect(correctable)}>
            {correctable.length === 1
              ? 'Volver a la que falta'
              : `Volver a las ${digits(correctable.length)} que faltan`}
          </Button>
        )}
        {left > 0 && (
          <Button onClick={onContinue}>{`Seguir con ${counted(left, 'persona', 'personas')} más`}</Button>
        )}
        <Button variant={left > 0 ? 'default' : 'filled'} onClick={onClose}>
          Ver la lista
        </Button>
      </Group>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack gap-s">
      <h4 id={id} className="strong">
        {title}
      </h4>
      {children}
    </section>
  );
}

interface UntoldPersonProps {
  readonly name: string;
  /** Undefined until the list is loaded. */
  readonly person: Attendance | undefined;
  readonly activity: ChosenActivity;
}

const UntoldPerson = ({ name, person, activity }: UntoldPersonProps) => (
  <li className={`card ${classes.row}`}>
    <div className={classes.read}>
      <p className="strong">{name}</p>
      <p className="soft small">
        {[person?.phone, person?.email].filter(Boolean).join(DOT) || 'Cuéntale en persona'}
      </p>
    </div>
    {person !== undefined && person.phone !== '' && (
      <Button
        variant="default"
        component="a"
        href={whatsAppLink(invitation(name, activity), person.phone)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Contarle por WhatsApp a ${name}`}
        leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
      >
        <span className={classes.word}>WhatsApp</span>
      </Button>
    )}
  </li>
);

const invitation = (name: string, { _id, title, date, place }: ChosenActivity): string =>
  `Hola, ${name}. Te agregué a la lista de «${title}»: ${[longDate(date), place].filter(Boolean).join(DOT)}. Si no puedes ir, cuéntame. Aquí están los detalles: ${location.origin}/actividades/${_id}`;
