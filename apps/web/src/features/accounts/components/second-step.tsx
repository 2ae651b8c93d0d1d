import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { HelpLink } from '../../../components/help-link.tsx';
import { SecondStepForm } from './second-step-form.tsx';

interface Props {
  /** Called with the reason when the password must be entered again, or without one when the user wants to. */
  onStartOver: (reason?: readonly string[]) => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStep({ onStartOver }: Props) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const isApp = kind === 'app';
  return (
    <Stack gap="md">
      <p style={{ margin: 0 }}>
        Tu contraseña está bien. Falta un paso: un código o tu llave de acceso, si tienes una.
      </p>
      {/* The key resets field and error, and focuses the field. */}
      <SecondStepForm key={kind} kind={kind} onExpired={onStartOver} />
      <Button variant="default" onClick={() => setKind(isApp ? 'recovery' : 'app')}>
        {isApp ? 'Usar un código de recuperación' : 'Usar el código de mi aplicación'}
      </Button>
      <Button variant="subtle" onClick={() => onStartOver()}>
        Volver a empezar
      </Button>
      <HelpLink to="cuenta#si-perdiste-todo">Perdí el teléfono y los códigos</HelpLink>
    </Stack>
  );
}
