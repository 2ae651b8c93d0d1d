import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { MessageBox } from '../../../../components/message-box.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { ApiError } from '../../../../lib/api.ts';
import { useCancelFactorReset } from '../../api/cancel-factor-reset.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

/**
 * The page of the mailed link that cancels the removal of the second factor. Only its button does, since mail scanners open
 * links.
 */
export function FactorReset({ token }: { token: string | undefined }) {
  const cancel = useCancelFactorReset();
  const outcome = useAccountOutcome();

  if (token === undefined)
    return <Failed sentences={['Al enlace le falta una parte. Ábrelo desde el correo.']} />;
  if (cancel.isSuccess) return <Kept text={cancel.data.message} />;
  const { error } = cancel;
  if (error instanceof ApiError && error.code === 'INVALID_TOKEN')
    return <Failed sentences={error.messages} />;

  function send(goodToken: string) {
    outcome.clear();
    cancel.mutate(goodToken, { onError: cause => outcome.showError(cause, 'Error al detener el cambio') });
  }

  return (
    <>
      <PageHeading
        title="Tu segundo factor"
        lead="La administración va a quitarlo porque alguien dijo que perdió el teléfono y los códigos. Puedes detenerlo aquí."
      />
      <Stack gap="md">
        <OutcomeMessages outcome={outcome} />
        <BusyButton
          size="lg"
          fullWidth
          onClick={() => send(token)}
          isBusy={cancel.isPending}
          busyLabel="Deteniendo…"
        >
          Detener y dejar todo como está
        </BusyButton>
        <p style={{ margin: 0 }}>¿Sí lo pediste? Cierra esta página: no tienes que hacer nada.</p>
      </Stack>
    </>
  );
}

const Kept = ({ text }: { text: string }) => (
  <>
    <PageHeading title="¡Listo!" />
    <div role="status">
      <EmptyState
        drawing="letter"
        title={text}
        text="Si no lo pediste tú, alguien quiere entrar a tu cuenta: pon una contraseña nueva."
      />
    </div>
    <Button component={Link} to="/profile" fullWidth size="lg">
      Ir a mi perfil
    </Button>
  </>
);

const Failed = ({ sentences }: { sentences: readonly string[] }) => (
  <>
    <PageHeading title="Este enlace no sirve" />
    <Stack gap="lg">
      <MessageBox kind="error" message={{ sentences, isVisible: true }} />
      <Button component={Link} to="/profile" fullWidth size="lg">
        Ver mi seguridad
      </Button>
    </Stack>
  </>
);
