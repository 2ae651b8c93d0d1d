import { Skeleton } from '@mantine/core';
import type { Collective } from '@minga/contract/collectives';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { oneCollective } from '../api/one-collective.ts';
import { useUpdateCollective } from '../api/update-collective.ts';
import { rightsOf } from '../state.ts';
import { CollectiveForm } from './collective-form.tsx';
import { CollectiveNotFound, CollectiveNotYours } from './collective-not-found.tsx';
import { DeleteCollectiveSection } from './delete-collective-section.tsx';

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
