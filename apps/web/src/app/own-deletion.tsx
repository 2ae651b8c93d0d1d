import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../components/dialog/use-lazy-dialog.ts';
import { hasOthers } from '../features/activities/model.ts';
import { useCanDelete } from './use-can-delete.ts';

const loadDialog = () => import('../features/activities/delete-activity-dialog.tsx');
const DeleteActivityDialog = lazy(() =>
  loadDialog().then(module => ({ default: module.DeleteActivityDialog })),
);

/** Deletes the activity from its own page: of a series also a later date, which 'Mis Actividades' does not list. */
export function OwnDeletion({ activity }: { activity: Activity }) {
  const canDelete = useCanDelete(activity);
  const dialog = useLazyDialog(loadDialog);
  const navigate = useNavigate();
  if (!canDelete) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="clay"
        leftSection={<IconTrash size={20} aria-hidden />}
        onClick={dialog.open}
        onPointerEnter={loadDialog}
        onFocus={loadDialog}
      >
        {hasOthers(activity) ? 'Eliminar fechas' : 'Eliminar'}
      </Button>
      {dialog.isMounted && (
        <Suspense>
          <DeleteActivityDialog
            activity={activity}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
            // The next page takes the focus.
            onDeleted={() => void navigate({ to: '/tasks' })}
          />
        </Suspense>
      )}
    </>
  );
}
