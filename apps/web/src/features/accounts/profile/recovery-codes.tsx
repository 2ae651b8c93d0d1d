import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { siteName } from '../../../lib/site-name.ts';
import { saveFile } from '../../../lib/storage/files.ts';
import classes from './profile.module.css';

interface Props {
  codes: readonly string[];
  onSaved: () => void;
}

const icon = { size: 20, 'aria-hidden': true };

/** Ten recovery codes, shown once: the user confirms that they are saved. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const [isSaved, setSaved] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  const file = `Códigos de recuperación de ${siteName} (${location.host})\nCada uno sirve una vez.\n\n${codes.join('\n')}\n`;

  // The field that had the focus is gone.
  useEffect(() => text.current?.focus(), []);

  return (
    <Stack gap="md">
      <p ref={text} tabIndex={-1} className={classes.lead}>
        Si pierdes el celular, cada uno de estos códigos te deja entrar una vez. Guárdalos donde no los
        pierdas y nadie más los vea: no los volvemos a mostrar.
      </p>
      <ul className={classes.codes} data-printed>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() =>
            saveFile(
              'minga-codigos-de-recuperacion.txt',
              new Blob([file], { type: 'text/plain;charset=utf-8' }),
            )
          }
        >
          Descargar
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => print()}>
          Imprimir
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy {...icon} />}
          onClick={() => void copyText(codes.join('\n'), 'Códigos copiados')}
        >
          Copiar
        </Button>
      </Group>
      <Checkbox
        size="md"
        label="Ya los guardé en un lugar seguro"
        classNames={{ body: classes.check ?? '', label: classes.checkLabel ?? '' }}
        checked={isSaved}
        onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
      />
      <Group data-dialog-buttons>
        <Button onClick={onSaved} disabled={!isSaved} flex={1}>
          Terminar
        </Button>
      </Group>
    </Stack>
  );
}
