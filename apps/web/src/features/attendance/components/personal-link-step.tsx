import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { whatsAppLink } from '../../../lib/whatsapp.ts';

interface Props {
  /** Of the activity. */
  readonly title: string;
  readonly link: string;
  readonly onDone: () => void;
}

/** The link of somebody who has left no e-mail: nobody else can tell it. */
export function PersonalLinkStep({ title, link, onDone }: Props) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      toastSuccess('Enlace copiado');
    } catch {
      toastError('No pudimos copiar el enlace: selecciónalo y cópialo');
    }
  }

  return (
    <Stack gap="md">
      <Text>
        Guarda este enlace. Con él ves o cancelas tu asistencia desde cualquier teléfono; como no dejaste
        correo, no te lo podemos enviar.
      </Text>
      <TextInput label="Tu enlace" readOnly value={link} onFocus={event => event.currentTarget.select()} />
      <Group grow>
        <Button
          variant="default"
          leftSection={<IconCopy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          Copiar
        </Button>
        <Button
          variant="default"
          component="a"
          href={whatsAppLink(`Mi asistencia a «${title}»: ${link}`)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          WhatsApp
        </Button>
      </Group>
      <Button onClick={onDone} data-autofocus>
        Listo
      </Button>
    </Stack>
  );
}
