import { Stack } from '@mantine/core';
import { enterSecondFactor } from '@minga/contract/second-factor';
import { useEffect } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { CodeField } from '../../../components/form/code-field.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useEnterSecondFactor } from '../api/enter-second-factor.ts';

interface Props {
  kind: 'app' | 'recovery';
  /** Called with the reason when the password must be entered again. */
  onExpired: (reason: readonly string[]) => void;
}

const fields = {
  app: {
    label: 'Código de tu aplicación',
    description: 'Los seis números que muestra ahora para Minga.',
  },
  recovery: {
    label: 'Código de recuperación',
    description: 'Uno de los diez que guardaste; cada uno sirve una vez.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

export function SecondStepForm({ kind, onExpired }: Props) {
  const enter = useEnterSecondFactor();
  const form = useSchemaForm(enterSecondFactor.body, { code: '' });
  const { message, show, clear } = useTimedMessage();
  const { setFocus } = form;

  // The button that had the focus is gone.
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(({ code }) => {
    clear();
    enter.mutate(code, {
      onError: error => {
        const sentences = errorSentences(error, 'Error al iniciar sesión');
        if (error instanceof ApiError && error.code === 'INVALID_TOKEN') return onExpired(sentences);
        show(sentences, { stays: true });
        setFocus('code', { shouldSelect: true });
      },
    });
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Segundo paso">
      <Stack gap="md">
        <MessageBox kind="error" message={message} />
        <CodeField {...fields[kind]} {...fieldProps(form, 'code')} />
        <BusyButton type="submit" isBusy={enter.isPending} busyLabel="Entrando…" size="lg">
          Entrar
        </BusyButton>
      </Stack>
    </form>
  );
}
