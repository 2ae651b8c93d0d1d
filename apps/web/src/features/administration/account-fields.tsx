import { TextInput, type TextInputProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { WithEmailSuggestion } from '../../components/form/email-suggestion.tsx';
import type { fieldProps } from '../../components/form/field-props.ts';

type Field = ReturnType<typeof fieldProps>;

/** The form of the e-mail, and what is typed into it. */
type EmailForm = Pick<ComponentProps<typeof WithEmailSuggestion>, 'form'> & { typedEmail: string };

interface Props extends EmailForm {
  username: Field;
  email: Field & Pick<TextInputProps, 'label' | 'description'>;
  /** Focuses the first field when its dialog opens. */
  hasFocus?: boolean;
}

/** Name and e-mail of another person's account. Autofill is off because it would offer the admin's own values. */
export const AccountFields = ({ form, typedEmail, username, email, hasFocus }: Props) => (
  <>
    <TextInput
      label="Nombre de usuario"
      autoComplete="off"
      data-autofocus={hasFocus || undefined}
      {...username}
    />
    <WithEmailSuggestion form={form} email={typedEmail}>
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...email}
      />
    </WithEmailSuggestion>
  </>
);
