import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

export function GalleryDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button color="clay" onClick={() => setOpen(true)}>
        Preguntar
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="¿Cancelar asistencia?"
        confirmLabel="Sí, cancelar"
        cancelLabel="No"
        onConfirm={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      >
        Quien organiza sabrá que no vas.
      </ConfirmDialog>
    </>
  );
}
