import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconShare3 } from '@tabler/icons-react';
import { toastError, toastSuccess } from '../lib/toasts.ts';
import { whatsAppLink } from '../lib/whatsapp.ts';

interface Shared {
  title: string;
  /** Path of the shared page on this site. */
  path: string;
}

/** Shares a page, or with one press opens WhatsApp. */
export function ShareButton(page: Shared) {
  return (
    <div className="cluster">
      <Button
        variant="default"
        flex="1 0 auto"
        leftSection={<IconShare3 size={20} aria-hidden />}
        onClick={() => share(page)}
      >
        Compartir
      </Button>
      <Button variant="default" aria-label="Compartir por WhatsApp" onClick={() => sendByWhatsApp(page)}>
        <IconBrandWhatsapp size={22} aria-hidden />
      </Button>
    </div>
  );
}

const urlOf = ({ path }: Shared): string => new URL(path, location.origin).href;

/** Opens WhatsApp with the title and the address. */
export const sendByWhatsApp = (page: Shared) =>
  open(whatsAppLink(`${page.title}: ${urlOf(page)}`), '_blank', 'noreferrer');

/** Opens the system's share sheet with the page's address, or copies it where that fails. */
export async function share(page: Shared): Promise<void> {
  const { title } = page;
  const url = urlOf(page);
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
