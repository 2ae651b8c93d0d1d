import { Stack, TextInput } from '@mantine/core';
import { secondFactorReset } from '@minga/contract/administration/second-factor';
import { useState } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { useOutcome } from '../../../../components/use-outcome.ts';
import { longDate } from '../../../../lib/dates.ts';
import { errorSentences } from '../../../../lib/error-sentences.ts';
import { useStartFactorReset } from '../../api/start-factor-reset.ts';
import classes from './create-admin-form.module.css';

/** 'Quitar segundo factor' of an account whose owner lost telephone and codes. */
export function FactorResetForm() {
  const start = useStartFactorReset();
  const form = useSchemaForm(secondFactorReset, { email: '' });
  const dialog = useLazyDialog();
  const outcome = useOutcome();
  const [email, setEmail] = useState('');

  const submit = form.handleSubmit(values => {
    outcome.clear();
    setEmail(values.email);
    dialog.open();
  });

  async function confirm() {
    dialog.close();
    try {
      const { username, dueAt } = await start.mutateAsync(email);
      form.reset();
      outcome.showSuccess(
        `Le escribimos a ${username}. Si no lo detiene, el ${longDate(new Date(dueAt))} entra solo con su contraseña.`,
      );
    } catch (error) {
      outcome.showError(errorSentences(error, 'Error al quitar el segundo factor'));
    }
  }

  return (
    <section className={classes.section} aria-labelledby="quitar-segundo-factor">
      <h2 id="quitar-segundo-factor" className={classes.heading}>
        Quitar segundo factor
      </h2>
      <p className={classes.lead}>
        Para una persona que perdió el celular y los códigos de recuperación. Comprueba antes, por otro medio,
        que de verdad es ella.
      </p>
      <form noValidate onSubmit={submit} aria-labelledby="quitar-segundo-factor">
        <Stack gap="md">
          <TextInput
            label="Correo de la cuenta"
            type="email"
            inputMode="email"
            autoComplete="off"
            {...fieldProps(form, 'email')}
          />
          <OutcomeMessages outcome={outcome} />
          <div>
            <BusyButton type="submit" variant="default" isBusy={start.isPending} busyLabel="Enviando…">
              Quitar segundo factor
            </BusyButton>
          </div>
        </Stack>
      </form>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Quitar el segundo factor?"
          confirmLabel="Quitar en 24 horas"
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <p>{`A ${email} le escribimos ahora mismo y puede detenerlo. Pasadas 24 horas, su cuenta pide solo la contraseña.`}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
