import { Button, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { HelpLink } from '../../../components/help-link.tsx';
import { OrDivider } from './or-divider.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { SecondStepForm } from './second-step-form.tsx';

interface Props {
  knowsPasskeys: boolean;
  /** Called with the reason when the password must be entered again, or without one when the user wants to. */
  onStartOver: (reason?: readonly string[]) => void;
}

/** The second step of a sign-in. The server does not reveal which factors the account has, so that all are offered. */
export function SecondStep({ knowsPasskeys, onStartOver }: Props) {
  const id = useId();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const isApp = kind === 'app';
  return (
    // A group, so that screen readers announce the choice when the field in it gets the focus.
    <Stack gap="md" role="group" aria-labelledby={id}>
      <p
        id={id}
        style={{ margin: 0 }}
      >{`Tu contraseña está bien. Falta un paso: ${knowsPasskeys ? 'tu llave de acceso, ' : ''}un código de la aplicación o uno de recuperación. Usa lo que tengas.`}</p>
      {knowsPasskeys && (
        <>
          <PasskeyLogin />
          <OrDivider />
        </>
      )}
      {/* The key resets field and error, and focuses the field. */}
      <SecondStepForm key={kind} kind={kind} onExpired={onStartOver} />
      <Button variant="default" onClick={() => setKind(isApp ? 'recovery' : 'app')}>
        {isApp ? 'Usar un código de recuperación' : 'Usar el código de mi aplicación'}
      </Button>
      {!knowsPasskeys && (
        <p style={{ margin: 0 }}>
          ¿Solo tienes una llave de acceso? Este navegador no sabe usarla: entra desde otro o usa un código de
          recuperación.
        </p>
      )}
      <Button variant="subtle" onClick={() => onStartOver()}>
        Volver a empezar
      </Button>
      <HelpLink to="cuenta#si-perdiste-todo">No tengo ninguna de estas cosas</HelpLink>
    </Stack>
  );
}
