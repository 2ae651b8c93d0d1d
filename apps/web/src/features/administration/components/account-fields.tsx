import { TextInput, type TextInputProps } from '@mantine/core';
import type { fieldProps } from '../../../components/form/field-props.ts';

type Field = ReturnType<typeof fieldProps>;

interface Props {
  username: Field;
  email: Field & Pick<TextInputProps, 'label' | 'description'>;
  /** In a dialog: where one begins to type. */
  hasFocus?: boolean;
}

/** Who an account belongs to. It is somebody else's: the browser is not to offer the reader's own name and address. */
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
