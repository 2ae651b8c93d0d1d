import { Stack } from '@mantine/core';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { ApiError } from '../../../../lib/api.ts';
import { useConfirmEmailChange } from '../../api/confirm-email-change.ts';
import { EmailChangeFailed } from './email-change-failed.tsx';
import { EmailConfirmed } from './email-confirmed.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

const MISSING_TOKEN = ['Token de confirmación no encontrado en la URL'];

/**
 * The page of the link mailed to the new address. Only its button confirms the change: mail scanners open links, and some
 * execute the scripts on the page.
 */
export function EmailConfirmation({ token }: { token: string | undefined }) {
  const confirm = useConfirmEmailChange();
  const outcome = useAccountOutcome();

  if (token === undefined) return <EmailChangeFailed sentences={MISSING_TOKEN} />;
  if (confirm.isSuccess) return <EmailConfirmed text={confirm.data.message} />;
  if (isFinal(confirm.error)) return <EmailChangeFailed sentences={confirm.error.messages} />;

  function send(goodToken: string) {
    outcome.clear();
    confirm.mutate(goodToken, { onError: error => outcome.showError(error, 'Error al cambiar el correo') });
  }

  return (
    <>
      <PageHeading
        title="Confirma tu correo nuevo"
        lead="Recibimos tu pedido de cambiarlo. Cuando confirmes, entrarás a Minga con la dirección en la que te llegó este enlace."
      />
      <Stack gap="md">
        <OutcomeMessages outcome={outcome} />
        <BusyButton
          size="lg"
          fullWidth
          onClick={() => send(token)}
          isBusy={confirm.isPending}
          busyLabel="Confirmando…"
        >
          Confirmar el cambio de correo
        </BusyButton>
        <p style={{ margin: 0 }}>¿No lo pediste? Cierra esta página: sin confirmar, nada cambia.</p>
      </Stack>
    </>
  );
}

/** The link is invalid, used or expired, or another account has the address: retrying cannot succeed. */
const isFinal = (error: Error | null): error is ApiError =>
  error instanceof ApiError && [400, 409].includes(error.status);
