import { Button } from '@mantine/core';
import type { Passkey } from '@minga/contract/passkeys';
import { IconFingerprint } from '@tabler/icons-react';
import { longDate } from '../../../../lib/dates.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import classes from './passkeys-section.module.css';

interface Props {
  passkey: Passkey;
  now: Date;
  onRemove: () => void;
}

export const PasskeyRow = ({ passkey: { name, createdAt, lastUsedAt }, now, onRemove }: Props) => (
  <li className={classes.passkey}>
    <IconFingerprint size={26} className={classes.icon} aria-hidden />
    <div className={classes.facts}>
      <p className={classes.name}>{name}</p>
      <p>{lastUsedAt === null ? 'Sin usar todavía' : `Último uso: ${timeAgo(lastUsedAt, now)}`}</p>
      <p>Creada el {longDate(createdAt)}</p>
    </div>
    <Button variant="default" className={classes.remove} aria-label={`Quitar: ${name}`} onClick={onRemove}>
      Quitar
    </Button>
  </li>
);
