import { Button, Stack, TextInput } from '@mantine/core';
import { credentials } from '@minga/contract/accounts';
import { fieldProps } from '../../../components/form/field-props.ts';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useLogin } from '../api/login.ts';

/** E-mail and password (spec 000 section 2). What the server refuses stands as a list above the form. */
export function LoginForm() {
  const login = useLogin();
  const form = useSchemaForm(credentials, { email: '', password: '' });
  const { message, say, clear } = useTimedMessage();

  const submit = form.handleSubmit(values => {
    clear();
    login.mutate(values, { onError: error => say(errorSentences(error, 'Error al iniciar sesión')) });
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Iniciar sesión">
      <Stack gap="md">
        <MessageBox kind="error" message={message} />
        <TextInput
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...fieldProps(form, 'email')}
        />
        <PasswordField label="Contraseña" autoComplete="current-password" {...fieldProps(form, 'password')} />
        <Button type="submit" disabled={login.isPending} size="lg" mt="xs">
          {login.isPending ? 'Entrando…' : 'Iniciar sesión'}
        </Button>
      </Stack>
    </form>
  );
}
