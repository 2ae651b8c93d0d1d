import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { titleId } from '../model.ts';
import { useHistoryDialog } from '../use-history-dialog.ts';
import classes from './own-activities.module.css';

// The dialogs' chunks are preloaded on hover and focus.
const loadDelete = () => import('../delete-activity-dialog.tsx');
const DeleteDialog = lazy(() => loadDelete().then(module => ({ default: module.DeleteActivityDialog })));
const loadUpdate = () => import('./search-update-dialog.tsx');
const UpdateDialog = lazy(() => loadUpdate().then(module => ({ default: module.SearchUpdateDialog })));

interface Props {
  activity: Activity;
  /** Whose drafts the form stores. */
  viewerId: string;
  /** Deleting is the author's and the collective's owners'. */
  canDelete: boolean;
  /** Repeats the search after a deletion. */
  refetchSearch: () => void;
}

/** Quick update and quick delete on the search results that the user manages (docs/rules.md R3.10, search). */
export function SearchOwnControls({ activity, viewerId, canDelete, refetchSearch }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const deletion = useLazyDialog();
  const update = useHistoryDialog(activity._id);
  return (
    <div ref={container} className={classes.resultControls}>
      <Button
        variant="default"
        leftSection={<IconPencil size={20} aria-hidden />}
        aria-describedby={titleId(activity)}
        onClick={update.open}
        onPointerEnter={loadUpdate}
        onFocus={loadUpdate}
      >
        Actualizar
      </Button>
      {canDelete && (
        <Button
          variant="default"
          c="var(--minga-clay-text)"
          leftSection={<IconTrash size={20} aria-hidden />}
          aria-describedby={titleId(activity)}
          onClick={deletion.open}
          onPointerEnter={loadDelete}
          onFocus={loadDelete}
        >
          Eliminar
        </Button>
      )}
      {deletion.isMounted && (
        <Suspense>
          <DeleteDialog
            activity={activity}
            isOpen={deletion.isOpen}
            onClose={deletion.close}
            controls={container}
            onDeleted={refetchSearch}
            title="Confirmar eliminación"
          >{`¿Seguro que quieres eliminar la actividad "${activity.title}"? Esta acción no se puede deshacer.`}</DeleteDialog>
        </Suspense>
      )}
      {update.isMounted && (
        <Suspense>
          <UpdateDialog
            activity={activity}
            viewerId={viewerId}
            isOpen={update.isOpen}
            onClose={update.close}
          />
        </Suspense>
      )}
    </div>
  );
}
