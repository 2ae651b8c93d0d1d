import { Button } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';

/** Leads to the attendees' chat, outside of the site; nothing without one. */
export const ChatButton = ({ url }: { readonly url: string | null | undefined }) =>
  url ? (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconMessageCircle size={20} aria-hidden />}
    >
      Entrar al grupo de chat
    </Button>
  ) : null;
