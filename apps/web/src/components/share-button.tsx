import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconShare3 } from '@tabler/icons-react';
import { toastError, toastSuccess } from '../lib/toasts.ts';
import { whatsAppLink } from '../lib/whatsapp.ts';

interface Props {
  title: string;
  /** Path of the shared page on this site. */
  path: string;
}

/** Opens the system's share sheet with the page's address, or copies it where that fails; with one press, WhatsApp. */
export function ShareButton({ title, path }: Props) {
  return (
    <div className="cluster">
      <Button
        variant="default"
        flex="1 0 auto"
        leftSection={<IconShare3 size={20} aria-hidden />}
        onClick={() => share(title, new URL(path, location.origin).href)}
      >
        Compartir
      </Button>
      <Button
        variant="default"
        aria-label="Compartir por WhatsApp"
        onClick={() =>
          open(whatsAppLink(`${title}: ${new URL(path, location.origin)}`), '_blank', 'noreferrer')
        }
      >
        <IconBrandWhatsapp size={22} aria-hidden />
      </Button>
    </div>
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
