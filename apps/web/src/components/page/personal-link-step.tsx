import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { whatsAppLink } from '../../lib/whatsapp.ts';

interface Props {
  readonly label: string;
  readonly link: string;
  /** The text that goes to WhatsApp before the link. */
  readonly message: string;
  /** Of the person who gets the message; without it WhatsApp asks. */
  readonly phone?: string;
  /** The name of the button that opens the link, for the person whose link it is. */
  readonly openLabel?: string;
  /** What the link is for. */
  readonly children: string;
  readonly onDone: () => void;
}

/** The link of an attendance without an e-mail, which only this browser can show. */
export function PersonalLinkStep({ label, link, message, phone, openLabel, children, onDone }: Props) {
  const text = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => text.current?.focus(), []);

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
      <Text ref={text} tabIndex={-1} style={{ outline: 'none' }}>
        {children}
      </Text>
      {openLabel !== undefined && (
        // In another tab: this one can still copy or send the link.
        <Button component="a" href={link} target="_blank" rel="noreferrer">
          {openLabel}
        </Button>
      )}
      <TextInput label={label} readOnly value={link} onFocus={event => event.currentTarget.select()} />
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
          href={whatsAppLink(`${message} ${link}`, phone)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          WhatsApp
        </Button>
      </Group>
      <Group data-dialog-buttons>
        <Button variant={openLabel === undefined ? 'filled' : 'default'} onClick={onDone} flex={1}>
          Listo
        </Button>
      </Group>
    </Stack>
  );
}
