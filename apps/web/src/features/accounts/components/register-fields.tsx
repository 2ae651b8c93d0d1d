import { TextInput } from '@mantine/core';
import type { registration } from '@minga/contract/accounts';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldProps } from '../../../components/form/field-props.ts';
import { NewPasswordField } from '../../../components/form/new-password-field.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';

interface Props {
  form: UseFormReturn<z.input<typeof registration>, unknown, z.output<typeof registration>>;
  /** The account has been registered: the fields are read-only and the passwords hidden. */
  isDone: boolean;
}

export const RegisterFields = ({ form, isDone }: Props) => (
  <>
    <TextInput
      label="Nombre de usuario"
      autoComplete="name"
      {...fieldProps(form, 'username')}
      readOnly={isDone}
    />
    <TextInput
      label="Correo electrónico"
      type="email"
      inputMode="email"
      autoComplete="email"
      {...fieldProps(form, 'email')}
      readOnly={isDone}
    />
    <TextInput
      label="Teléfono"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      description="Al menos 10 dígitos"
      {...fieldProps(form, 'phone')}
      readOnly={isDone}
    />
    {!isDone && (
      <>
        <NewPasswordField
          label="Contraseña"
          userInputs={form.watch(['username', 'email', 'phone'])}
          description="Al menos 6 caracteres"
          {...fieldProps(form, 'password')}
        />
        <PasswordField
          label="Confirmar contraseña"
          autoComplete="new-password"
          {...fieldProps(form, 'confirmPassword')}
        />
      </>
    )}
  </>
);
