import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './report-thanks.module.css';

interface Props {
  readonly isSignedIn: boolean;
  readonly onClose: () => void;
}

/** Thanks, and the next steps after a report. */
export function ReportThanks({ isSignedIn, onClose }: Props) {
  const text = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1} className={classes.text}>
        Tu reporte ya le llegó al equipo de Minga.
      </p>
      <ul className={classes.next}>
        <li>Una persona lo lee y decide. Lo más reportado va primero.</li>
        <li>Si hace falta, se oculta o se elimina, y le explicamos por qué a quien lo publicó.</li>
        <li>
          {isSignedIn
            ? 'Cuando se decida, te lo contamos.'
            : 'Como reportaste sin iniciar sesión, no podemos contarte qué se decidió.'}
        </li>
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose}>Listo</Button>
      </Group>
    </>
  );
}
