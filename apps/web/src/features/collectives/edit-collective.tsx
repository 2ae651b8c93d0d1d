import { Button, Skeleton } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, Consequences } from '../../components/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { isUnknown } from '../../lib/errors/unknown-row.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { oneCollective } from './api.ts';
import classes from './collective-form.module.css';
import { CollectiveForm } from './collective-form.tsx';
import { useDeleteCollective, useUpdateCollective } from './edit-api.ts';
import { CollectiveNotFound, CollectiveNotYours } from './member-gate.tsx';
import { rightsOf } from './model.ts';

interface Props {
  slug: string;
  userId: string;
  /** Its webhooks, which belong to another feature. */
  webhooks: ReactNode;
  onSaved: () => void;
  onDeleted: () => void;
}

const TITLE = 'Editar el colectivo';
const labels = { save: 'Guardar cambios', saving: 'Guardando...', saved: 'Colectivo actualizado' };

/** /colectivos/{slug}/editar: for owners. */
export function EditCollectiveView({ slug, userId, webhooks, onSaved, onDeleted }: Props) {
  // A form initialised from stale data would overwrite changes saved since.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...oneCollective(slug),
    refetchOnMount: 'always',
  });
  if (error && isUnknown(error)) return <CollectiveNotFound />;
  if (!data && error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (!data || !isFetchedAfterMount) {
    return (
      <>
        <PageHeading title={TITLE} />
        <LoadingStatus text="Cargando el colectivo..." isHidden />
        <Skeleton height={420} />
      </>
    );
  }
  if (!rightsOf(data.myRole).canEdit) {
    return (
      <CollectiveNotYours
        slug={slug}
        name={data.name}
        text="Solo quienes lo administran pueden cambiar sus datos."
      />
    );
  }
  return (
    <>
      <PageHeading
        title={TITLE}
        lead="La dirección de su página no cambia, aunque cambie el nombre: los enlaces siguen sirviendo."
      />
      <EditForm userId={userId} collective={data} onSaved={onSaved} />
      {webhooks}
      <DeleteCollectiveSection collective={data} onDeleted={onDeleted} />
    </>
  );
}

interface FormProps {
  userId: string;
  collective: Collective;
  onSaved: () => void;
}

function EditForm({ userId, collective, onSaved }: FormProps) {
  // The query may refetch a newer version while the user edits.
  const [opened] = useState(collective);
  const update = useUpdateCollective(opened.slug);
  return (
    <CollectiveForm userId={userId} collective={opened} mutation={update} labels={labels} onSaved={onSaved} />
  );
}

interface DeleteCollectiveSectionProps {
  collective: Pick<Collective, 'slug' | 'name'>;
  onDeleted: () => void;
}

/** Below the form: says what the deletion does, and confirms it. */
function DeleteCollectiveSection({ collective: { slug, name }, onDeleted }: DeleteCollectiveSectionProps) {
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
    <section aria-labelledby="eliminar" className={`stack ${classes.section}`}>
      <h2 id="eliminar" className="title">
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
