import { Button } from '@mantine/core';
import type { Memory } from '@minga/contract/memory';
import { IconEyeOff, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import classes from './hidden-memory.module.css';

interface Props {
  readonly memory: Pick<Memory, 'hiddenReason'>;
  /** The activity; null: the form below edits its memory. */
  readonly activityId: string | null;
}

/** Of a memory that administration has hidden: why, and how to have it shown again. */
export function HiddenMemory({ memory: { hiddenReason }, activityId }: Props) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.notice}>
      <h3 id={titleId} className={classes.title}>
        <IconEyeOff size={22} aria-hidden />
        Esta memoria está oculta
      </h3>
      <p className={classes.text}>
        La revisamos porque alguien la reportó, y por ahora solo la ven quienes organizan la actividad.
        {hiddenReason && ' Este es el motivo:'}
      </p>
      {hiddenReason && <blockquote className={classes.reason}>{hiddenReason}</blockquote>}
      <p className={classes.text}>
        {activityId === null
          ? 'Cambia aquí abajo lo que dice el motivo y guarda: con eso se vuelve a ver.'
          : 'Si cambias lo que dice el motivo y guardas, se vuelve a ver.'}
      </p>
      {activityId !== null && (
        <div>
          <Button
            leftSection={<IconPencil size={20} aria-hidden />}
            renderRoot={props => <Link to="/tasks/$id/despues" params={{ id: activityId }} {...props} />}
          >
            Corregirla
          </Button>
        </div>
      )}
    </section>
  );
}
