import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { toastError, toastSuccess } from '../lib/toasts.ts';

interface Props {
  title: string;
  /** Path of the shared page on this site. */
  path: string;
}

/** Opens the system's share sheet with the page's address; copies the address where that fails. */
export function ShareButton({ title, path }: Props) {
  return (
    <Button
      variant="default"
      leftSection={<IconShare3 size={20} aria-hidden />}
      onClick={() => share(title, new URL(path, location.origin).href)}
    >
      Compartir
    </Button>
  );
}

async function share(title: string, url: string): Promise<void> {
  if (navigator.share !== undefined) {
    try {
      return await navigator.share({ title, url });
    } catch (error) {
      // Closing the share sheet is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess('Enlace copiado');
  } catch {
    toastError('No pudimos copiar el enlace. Cópialo de la barra de direcciones.');
  }
}
