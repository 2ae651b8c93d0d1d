import { Button } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import { IconTrash } from '@tabler/icons-react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { useDeleteCollective } from '../api/delete-collective.ts';
import classes from './delete-collective-section.module.css';

interface Props {
  collective: Pick<Collective, 'slug' | 'name'>;
  onDeleted: () => void;
}

/** Below the form: says what the deletion does, and confirms it. */
export function DeleteCollectiveSection({ collective: { slug, name }, onDeleted }: Props) {
  const dialog = useLazyDialog();
  const deletion = useDeleteCollective(slug);

  async function confirm(): Promise<string | undefined> {
    try {
      await deletion.mutateAsync();
    } catch (error) {
      return errorText(error, 'Error al eliminar el colectivo');
    }
    toastSuccess('Colectivo eliminado');
    onDeleted();
    return undefined;
  }

  return (
    <section aria-labelledby="eliminar" className={classes.section}>
      <h2 id="eliminar" className={classes.title}>
        Eliminar el colectivo
      </h2>
      <p className={classes.text}>
        Su página desaparece, y sus integrantes dejan de organizar juntos. Las actividades siguen siendo de
        quienes las publicaron.
      </p>
      <Button
        variant="default"
        c="var(--minga-clay-text)"
        leftSection={<IconTrash size={20} aria-hidden />}
        onClick={dialog.open}
      >
        Eliminar
      </Button>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Eliminar este colectivo?"
          confirmLabel="Eliminar para siempre"
          busyLabel="Eliminando…"
          isBusy={deletion.isPending}
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <Consequences subject={name}>
            Se eliminan su página, su equipo, las invitaciones y la lista de quienes lo siguen. Las
            actividades quedan con quienes las publicaron. Nadie podrá volver a usar su dirección, y no se
            puede deshacer.
          </Consequences>
        </ConfirmDialog>
      )}
    </section>
  );
}
