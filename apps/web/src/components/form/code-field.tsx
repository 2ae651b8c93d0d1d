import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for the six digits of an authenticator app, which phones and password managers can fill in. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    {...props}
  />
);
