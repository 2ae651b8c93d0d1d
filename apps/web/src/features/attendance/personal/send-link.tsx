import { Stack, Text } from '@mantine/core';
import { requestPersonalLink } from '@minga/contract/personal-link';
import { useMutation } from '@tanstack/react-query';
import { BusyButton } from '../../../components/busy-button.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { call } from '../../../lib/server/api.ts';

interface Props {
  readonly taskId: string;
  readonly email: string;
  /** Explains why the link is offered. */
  readonly children: string;
}

/** Sends the personal link by e-mail: access to the mailbox proves the attendance (docs/rules.md R4.4). */
export function SendLink({ taskId, email, children }: Props) {
  const request = useRequestPersonalLink();
  const { message, show } = useTimedMessage();

  const send = () =>
    request.mutate(
      { email, taskId },
      { onError: error => show(errorSentences(error, 'No pudimos enviar el enlace')) },
    );

  return (
    <Stack gap="sm">
      <MessageBox kind="error" message={message} />
      <Text role="status">
        {request.isSuccess ? `${request.data.message} Ábrelo para ver o cancelar tu asistencia.` : children}
      </Text>
      {!request.isSuccess && (
        <BusyButton variant="light" onClick={send} isBusy={request.isPending} busyLabel="Enviando…">
          Enviarme el enlace
        </BusyButton>
      )}
    </Stack>
  );
}

/** Resends the personal links of an e-mail: of one activity, or of all upcoming ones. */
export const useRequestPersonalLink = () =>
  useMutation({
    mutationFn: (request: { email: string; taskId?: string }) => call(requestPersonalLink, { body: request }),
  });
