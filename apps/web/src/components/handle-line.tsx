import { Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../lib/copy-text.ts';

/** The site's address for programs of other servers, to select or to copy. */
export const HandleLine = ({ handle }: { handle: string }) => (
  <Group gap="sm">
    <bdi className="strong target">{handle}</bdi>
    <Button
      variant="default"
      leftSection={<IconCopy size={20} aria-hidden />}
      onClick={() => void copyText(handle, 'Dirección copiada')}
    >
      Copiar la dirección
    </Button>
  </Group>
);
