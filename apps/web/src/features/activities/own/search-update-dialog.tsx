import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { oneActivity } from '../api.ts';
import { EditActivityForm } from '../form/edit-activity-form.tsx';

interface Props {
  activity: Activity;
  /** Whose drafts the form stores. */
  viewerId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Quick update: the form of /tasks/{id} in a dialog above the search, which is refetched after saving. */
export function SearchUpdateDialog({ activity, viewerId, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)');
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Actualizar actividad"
      size="lg"
      fullScreen={isPhone ?? false}
      closeOnClickOutside={false}
    >
      <Form activity={activity} viewerId={viewerId} onClose={onClose} />
    </Modal>
  );
}

function Form({ activity, viewerId, onClose }: Omit<Props, 'isOpen'>) {
  // A form initialised from stale search results would overwrite changes saved since.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...oneActivity(activity._id),
    refetchOnMount: 'always',
  });
  if (!data && error) return <ErrorPanel error={error} retry={refetch} />;
  if (!data || !isFetchedAfterMount) return <LoadingStatus text="Cargando actividad..." />;
  return <EditActivityForm authorId={viewerId} activity={data} onSaved={onClose} onCancel={onClose} />;
}
