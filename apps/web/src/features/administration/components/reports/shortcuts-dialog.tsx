import { Button, Modal } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import type { CaseStatus } from '../../api/report-cases.ts';
import classes from './shortcuts-dialog.module.css';

const moves = [
  ['J o ↓', 'Ir al caso siguiente'],
  ['K o ↑', 'Ir al caso anterior'],
] as const;
const decisions = [
  ['D', 'Descartar'],
  ['O', 'Ocultar'],
  ['E', 'Eliminar'],
  ['C', 'Desactivar la cuenta'],
] as const;
const others = [
  ['Z', 'Deshacer'],
  ['?', 'Ver estas teclas'],
] as const;

interface Props {
  readonly status: CaseStatus;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The keys of the queue. */
export const ShortcutsDialog = ({ status, isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Decidir con el teclado">
    <p className={classes.lead}>Sirven cuando el foco está en un caso. Al escribir no hacen nada.</p>
    <dl className={classes.keys}>
      {[...moves, ...(status === 'open' ? decisions : []), ...others].map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd className={classes.key}>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    {status === 'open' && (
      <p className={classes.lead}>
        Con <kbd className={classes.key}>Enter</kbd> decides con el motivo propuesto; con las flechas eliges
        otro.
      </p>
    )}
  </Modal>
);

/** In sight where there is a keyboard. */
export const ShortcutsButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button
    variant="subtle"
    size="sm"
    className={classes.button ?? ''}
    leftSection={<IconKeyboard size={20} aria-hidden />}
    onClick={onClick}
  >
    Teclas
  </Button>
);
