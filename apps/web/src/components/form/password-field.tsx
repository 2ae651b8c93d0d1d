import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';

/**
 * A password, hidden until its owner asks to see it. Not Mantine's own: that one answers to presses of mouse and keys
 * alone, and the plain click of a screen reader or of voice control goes unheard.
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
      autoCapitalize="none"
      spellCheck={false}
      rightSection={toggle}
      rightSectionWidth={48}
    />
  );
}
