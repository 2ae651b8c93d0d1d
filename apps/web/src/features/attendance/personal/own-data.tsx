import { Button, Stack, Text } from '@mantine/core';
import { type PersonalAttendance, readPersonalLink } from '@minga/contract/personal-link';
import { downloadVisitorData, eraseVisitorData } from '@minga/contract/visitor-data';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { DialogError } from '../../../components/dialog/dialog-error.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { LegalLink } from '../../../components/legal-link.tsx';
import { siteDay } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { visitorDataDays } from '../../../lib/dates/visitor-data-days.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { isDefinitiveResponse } from '../../../lib/errors/is-definitive-response.ts';
import { call } from '../../../lib/server/api.ts';
import { saveFile } from '../../../lib/storage/files.ts';
import { forgetAttendances, rememberedEmail } from '../remembered-attendances.ts';
import { isInvalidLink } from './personal-api.ts';
import classes from './personal-attendance.module.css';

interface Props {
  readonly attendance: PersonalAttendance;
  readonly token: string;
  readonly onErased: () => void;
}

/** 'Tus datos': what a visitor may do with the data that Minga stores (docs/rules.md R19.6). */
export function OwnData({ attendance, token, onErased }: Props) {
  const download = useDownloadVisitorData(token);
  const erase = useEraseVisitorData(token);
  const { isOpen, open, close } = useLazyDialog();
  const isUpcoming = attendance.dates.some(({ date }) => new Date(date) > now());

  const start = () =>
    download.mutate(undefined, {
      onSuccess: data =>
        saveFile(
          `minga-mis-datos-${siteDay(now())}.json`,
          new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        ),
    });

  async function send(): Promise<string | undefined> {
    try {
      await erase.mutateAsync(attendance);
      onErased();
    } catch (error) {
      return errorText(error, 'No pudimos borrar tus datos');
    }
  }

  return (
    <Stack gap="sm" className={classes.content}>
      <Text>
        <span>{`Tu nombre y tu contacto se borran solos ${visitorDataDays()} después de la actividad. `}</span>
        <LegalLink to="privacidad">Política de datos</LegalLink>
      </Text>
      <BusyButton
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        isBusy={download.isPending}
        busyLabel="Preparando el archivo…"
        onClick={start}
      >
        Descargar mis datos
      </BusyButton>
      <DialogError text={download.error && errorText(download.error, 'No pudimos preparar el archivo')} />
      <Button variant="default" color="clay" onClick={open}>
        Borrar mis datos
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="¿Borrar tus datos?"
        cancelLabel="No"
        confirmLabel="Sí, borrar"
        busyLabel="Borrando…"
        isBusy={erase.isPending}
        onConfirm={send}
        onCancel={close}
      >
        <ul className={classes.list}>
          <li>
            <strong>Se borra:</strong>
            <span>{` tu nombre, tu contacto, tus respuestas y lo que escribiste, en todas las actividades ${attendance.coversEmail ? 'con este correo' : 'de este enlace'}.`}</span>
          </li>
          {isUpcoming && (
            <li>
              <strong>Se cancela:</strong> tu asistencia a lo que falta por hacer, y tu cupo queda para otra
              persona.
            </li>
          )}
          {attendance.hours !== null && (
            <li>
              <strong>Se retira:</strong> tu constancia de horas. Descárgala antes si la necesitas.
            </li>
          )}
          <li>
            <strong>Queda:</strong> cuántas personas fueron y cuántas horas ayudaron, sin tu nombre.
          </li>
        </ul>
        <Text>No se puede deshacer, y este enlace deja de servir.</Text>
      </ConfirmDialog>
    </Stack>
  );
}

/** Fetches everything that Minga stores about the person of a link. `gcTime: 0` keeps this personal data out of the cache. */
const useDownloadVisitorData = (token: string) =>
  useMutation({ mutationFn: () => call(downloadVisitorData, { body: { token } }), gcTime: 0 });

/** Erases the person's data, here too. If the response was lost, the link tells whether it happened. */
const useEraseVisitorData = (token: string) =>
  useMutation({
    mutationFn: async ({ taskId, email }: Pick<PersonalAttendance, 'taskId' | 'email'>) => {
      try {
        await call(eraseVisitorData, { body: { token } });
      } catch (error) {
        if (!isInvalidLink(error)) await assertErased(token, error);
      }
      if (rememberedEmail(taskId) === email) forgetAttendances();
    },
  });

/** Throws the original error unless the link shows that nothing is left. */
async function assertErased(token: string, cause: unknown): Promise<void> {
  if (isDefinitiveResponse(cause)) throw cause;
  const response = await call(readPersonalLink, { body: { token } }).catch((error: unknown) => error);
  if (!isInvalidLink(response)) throw cause;
}
