import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { downloadPlaceCode, readPlaceCode, replacePlaceCode } from '@minga/contract/self-check-in';
import { IconPrinter, IconQrcode, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { call, PREFIX, urlOf } from '../../lib/server/api.ts';
import { query } from '../../lib/server/queries.ts';
import { toastSuccess } from '../../lib/toasts.ts';

interface Props {
  readonly taskId: string;
  /** The account may replace the code. */
  readonly isOrganiser: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type ButtonProps = Pick<Props, 'taskId' | 'isOrganiser'>;

/** The code that attendees open to check themselves in, to be printed or shown. */
export function PlaceCode({ taskId, isOrganiser }: ButtonProps): ReactNode {
  const dialog = useLazyDialog();
  return (
    <>
      <Button variant="default" leftSection={<IconQrcode size={22} aria-hidden />} onClick={dialog.open}>
        Código del lugar
      </Button>
      {dialog.isMounted && (
        <PlaceCodeDialog
          taskId={taskId}
          isOrganiser={isOrganiser}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

/** The code that hangs at the place, with which attendees check themselves in (docs/rules.md R22.1). */
function PlaceCodeDialog({ taskId, isOrganiser, isOpen, onClose }: Props) {
  const [isReplacing, setReplacing] = useState(false);
  const replace = useReplaceCode(taskId);
  return (
    <>
      <Modal opened={isOpen && !isReplacing} onClose={onClose} title="Código del lugar">
        <Stack gap="md">
          <p>
            Cuélgalo en la entrada, o muéstralo en este celular: cada quien lo abre con su cámara y registra
            su propia llegada.
          </p>
          <Code taskId={taskId} />
          <Group data-dialog-buttons>
            {isOrganiser && (
              <Button
                variant="default"
                leftSection={<IconRefresh size={20} aria-hidden />}
                onClick={() => setReplacing(true)}
                flex={1}
              >
                Cambiar el código
              </Button>
            )}
            <Button
              component="a"
              href={PREFIX + urlOf(downloadPlaceCode.path, { taskId }, undefined)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconPrinter size={20} aria-hidden />}
              flex={1}
            >
              Imprimir
            </Button>
          </Group>
        </Stack>
      </Modal>
      <ConfirmDialog
        isOpen={isReplacing}
        title="Cambiar el código del lugar"
        confirmLabel="Cambiarlo"
        busyLabel="Cambiando…"
        isBusy={replace.isPending}
        onConfirm={async () => {
          try {
            await replace.mutateAsync();
          } catch (error) {
            return errorText(error, 'No pudimos cambiar el código');
          }
          toastSuccess('Cambiaste el código: cuelga el nuevo');
          setReplacing(false);
          return undefined;
        }}
        onCancel={() => setReplacing(false)}
      >
        <p>
          El código que está colgado deja de servir de inmediato, también en fotos que alguien haya tomado.
          Las llegadas registradas se conservan.
        </p>
      </ConfirmDialog>
    </>
  );
}

const codeOf = (taskId: string) => query(readPlaceCode, { params: { taskId } });

function Code({ taskId }: { readonly taskId: string }) {
  const { data, error, refetch } = useQuery(codeOf(taskId));
  if (data === undefined && error) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingStatus text="Cargando el código…" />;
  return (
    <Stack gap="sm">
      <Box w="100%" maw={288} mx="auto">
        <QrCode text={data.url} label="Código del lugar en QR" />
      </Box>
      <Text size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {data.url.replace(/^https?:\/\//, '')}
      </Text>
    </Stack>
  );
}

function useReplaceCode(taskId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(replacePlaceCode, { params: { taskId } }),
    onSuccess: code => queryClient.setQueryData(codeOf(taskId).queryKey, code),
  });
}
