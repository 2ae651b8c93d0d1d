import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';

/**
 * A password field with a show button. Mantine's PasswordInput (9.7) toggles on mousedown, touchend and keydown alone, so the
 * click event of a screen reader or of voice control does nothing (decision 0007).
 */
export function PasswordField(props: TextInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  const toggle = (
    <ActionIcon
      color="forest"
      aria-label={isShown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
      onClick={() => setShown(!isShown)}
    >
      <Icon size={22} aria-hidden />
    </ActionIcon>
  );
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize={isShown ? 'none' : undefined}
      spellCheck={false}
      rightSection={toggle}
      rightSectionWidth={48}
    />
  );
}
