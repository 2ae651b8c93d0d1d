import { Button } from '@mantine/core';
import { ARRIVAL_PATH } from '@minga/contract/arrival-code';
import { Link } from '@tanstack/react-router';
import { Note } from '../../../components/note.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { errorText } from '../../../lib/error-sentences.ts';
import classes from './arrival.module.css';
import { OwnCode } from './own-code.tsx';

interface Props {
  readonly code: string;
  readonly isSignedIn: boolean;
  /** Why it is not known whether the account checks people in. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** For every viewer but the door. The page does not tell whether the code exists. */
export const ArrivalCode = ({ code, isSignedIn, error, retry }: Props) => (
  <>
    <PageHeading
      title="Este es un código de llegada"
      windowTitle="Código de llegada"
      lead="Muéstralo en la puerta de la actividad: con él registran que llegaste."
    />
    <OwnCode code={code} name={null} />
    <p className={classes.secret}>Es personal, como una entrada: no lo publiques ni lo reenvíes.</p>
    {error !== null && (
      <div className={classes.failed}>
        <Note tone="clay">{errorText(error, 'No pudimos comprobar si recibes en esta actividad')}</Note>
        <Button variant="default" onClick={retry}>
          Intentar de nuevo
        </Button>
      </div>
    )}
    <p className={classes.door}>
      {isSignedIn ? (
        '¿Recibes en la puerta? Entra con la cuenta que está en el equipo de la actividad.'
      ) : (
        <Link to="/login" search={{ volver: `${ARRIVAL_PATH}/${code}` }}>
          Recibo en la puerta: iniciar sesión
        </Link>
      )}
    </p>
  </>
);
