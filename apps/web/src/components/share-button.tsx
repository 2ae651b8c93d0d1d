import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { toastError, toastSuccess } from '../lib/toasts.ts';

interface Props {
  title: string;
  /** Path of the page to share, on this site. */
  path: string;
}

/** Hands the page's address to the phone's own share sheet or, where there is none that works, copies it. */
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
      // A person who closes the share sheet has changed their mind: that is no failure.
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
