import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { toastError, toastSuccess } from '../lib/toasts.ts';
import classes from './secret-once.module.css';

interface Props {
  title: string;
  /** The purpose of the secret. */
  children: ReactNode;
  value: string;
  onDone: () => void;
}

/** A secret that the server shows only now, with a button that copies it. It takes the focus. */
export function SecretOnce({ title, children, value, onDone }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toastSuccess('Copiado');
    } catch {
      toastError('No pudimos copiarlo. Selecciónalo y cópialo de ahí.');
    }
  }

  return (
    <section aria-labelledby={id} className={classes.panel}>
      <h3 id={id} ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h3>
      <div className={classes.text}>{children}</div>
      <code className={classes.value}>{value}</code>
      <div className={classes.actions}>
        <Button leftSection={<IconCopy size={20} aria-hidden />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button variant="default" onClick={onDone}>
          Ya lo guardé
        </Button>
      </div>
    </section>
  );
}
