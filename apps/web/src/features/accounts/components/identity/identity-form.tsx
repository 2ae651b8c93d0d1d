import { Stack } from '@mantine/core';
import { identityProof } from '@minga/contract/identity';
import { type ReactNode, useEffect } from 'react';
import { DialogButtons } from '../../../../components/dialog-buttons.tsx';
import { CodeField } from '../../../../components/form/code-field.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { PasswordField } from '../../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useConfirmIdentity } from '../../api/confirm-identity.ts';
import { useUser } from '../../api/session.ts';
import { useAccountOutcome } from '../profile/use-account-outcome.ts';

export type ProofKind = 'password' | 'code';

interface Props {
  kind: ProofKind;
  /** Links to the other proofs. */
  others: ReactNode;
  onConfirmed: () => void;
  onCancel: () => void;
}

export function IdentityForm({ kind, others, onConfirmed, onCancel }: Props) {
  const user = useUser();
  const confirm = useConfirmIdentity();
  const form = useSchemaForm(identityProof, { [kind]: '' });
  const outcome = useAccountOutcome();
  const { setFocus } = form;

  // The dialog may have opened before, to find out what to ask for.
  useEffect(() => setFocus(kind), [kind, setFocus]);

  const submit = form.handleSubmit(async proof => {
    outcome.clear();
    try {
      await confirm.mutateAsync(proof);
      onConfirmed();
    } catch (error) {
      outcome.showError(error, 'Error al confirmar', message =>
        form.setError(kind, { message }, { shouldFocus: true }),
      );
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Confirma que eres tú">
      <Stack gap="md">
        {/* Identifies the account to password managers. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        {kind === 'password' ? (
          <PasswordField
            label="Contraseña"
            autoComplete="current-password"
            data-autofocus
            {...fieldProps(form, 'password')}
          />
        ) : (
          <CodeField
            label="Código de tu aplicación"
            description="Los seis números que muestra ahora. También sirve un código de recuperación."
            data-autofocus
            {...fieldProps(form, 'code')}
          />
        )}
        <OutcomeMessages outcome={outcome} />
        {others}
        <DialogButtons onCancel={onCancel} isBusy={confirm.isPending} busyLabel="Confirmando…">
          Confirmar
        </DialogButtons>
      </Stack>
    </form>
  );
}
