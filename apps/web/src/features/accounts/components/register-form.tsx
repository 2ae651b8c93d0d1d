import { Stack, Text } from '@mantine/core';
import { registration } from '@minga/contract/accounts';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { LegalLink } from '../../../components/legal-link.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useRegister } from '../api/register.ts';
import { storePendingReturn } from '../pending-return.ts';
import { RegisterFields } from './register-fields.tsx';
import { RegisteredPanel } from './registered-panel.tsx';

/** `confirmPassword` is optional in the request (packages/contract) and always present in the form. */
const empty = { username: '', email: '', phone: '', password: '', confirmPassword: '' };

/** Values as typed, not yet validated. Passwords are never stored. */
const draftSchema = z.object({ username: z.string(), email: z.string(), phone: z.string() });

interface Props {
  /** The mailed link leads to this path once the e-mail is verified, if it is opened in this browser. */
  returnPath?: string | undefined;
}

/** Sign-up (docs/rules.md R2.5). The user is signed in by the mailed link, not by this form. */
export function RegisterForm({ returnPath }: Props) {
  const register = useRegister();
  const form = useSchemaForm(registration, empty);
  const { restored } = useFormDraft(form, { name: 'register', schema: draftSchema });
  const { message, show, clear } = useTimedMessage();
  const isDone = register.isSuccess;

  const submit = form.handleSubmit(values => {
    clear();
    register.mutate(values, {
      // Shows the values as they were sent, so that the user can spot a typo; the passwords are no longer needed.
      onSuccess: () => {
        form.reset({ ...values, password: '', confirmPassword: '' });
        storePendingReturn(returnPath);
      },
      onError: error => show(errorSentences(error, 'Error al registrar usuario')),
    });
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Crear cuenta">
      <Stack gap="md">
        <MessageBox kind="info" message={restored} />
        <MessageBox kind="error" message={message} />
        <RegisterFields form={form} isDone={isDone} />
        {!isDone && (
          <Text size="sm" c="dimmed">
            Al crear tu cuenta aceptas los <LegalLink to="terminos">términos de uso</LegalLink> y que usemos
            tus datos como dice la <LegalLink to="privacidad">política de datos</LegalLink>.
          </Text>
        )}
        <BusyButton
          type="submit"
          size="lg"
          isBusy={register.isPending || isDone}
          busyLabel={isDone ? 'Registro Exitoso' : 'Registrando…'}
        >
          Crear cuenta
        </BusyButton>
        {isDone && <RegisteredPanel text={register.data.message} email={register.variables.email} />}
      </Stack>
    </form>
  );
}
