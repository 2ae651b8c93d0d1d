import { TextInput, type TextInputProps } from '@mantine/core';
import type { fieldProps } from '../../components/form/field-props.ts';

type Field = ReturnType<typeof fieldProps>;

interface Props {
  username: Field;
  email: Field & Pick<TextInputProps, 'label' | 'description'>;
  /** Focuses the first field when its dialog opens. */
  hasFocus?: boolean;
}

/** Name and e-mail of another person's account. Autofill is off because it would offer the admin's own values. */
export const AccountFields = ({ username, email, hasFocus }: Props) => (
  <>
    <TextInput
      label="Nombre de usuario"
      autoComplete="off"
      data-autofocus={hasFocus || undefined}
      {...username}
    />
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...email}
    />
  </>
);
