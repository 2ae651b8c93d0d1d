import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { focusBeside } from '../focus-beside.ts';
import { titleId } from '../title-id.ts';
import { useHistoryDialog } from '../use-history-dialog.ts';
import classes from './search-own-controls.module.css';

// The dialogs' code comes while the pointer or the focus is on its way to the button.
const loadDelete = () => import('./delete-activity-dialog.tsx');
const DeleteDialog = lazy(() => loadDelete().then(module => ({ default: module.DeleteActivityDialog })));
const loadUpdate = () => import('./search-update-dialog.tsx');
const UpdateDialog = lazy(() => loadUpdate().then(module => ({ default: module.SearchUpdateDialog })));

interface Props {
  activity: Activity;
  /** Runs the same search again. */
  rerun: () => void;
}

/** Quick update and quick delete, on what one finds of one's own (spec 000 section 2, search). */
export function SearchOwnControls({ activity, rerun }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const removal = useLazyDialog();
  const update = useHistoryDialog(activity._id);
  return (
    <div ref={place} className={classes.controls}>
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
      <Button
        variant="default"
        c="var(--minga-clay-text)"
        leftSection={<IconTrash size={20} aria-hidden />}
        aria-describedby={titleId(activity)}
        onClick={removal.open}
        onPointerEnter={loadDelete}
        onFocus={loadDelete}
      >
        Eliminar
      </Button>
      {removal.isMounted && (
        <Suspense>
          <DeleteDialog
            activity={activity}
            isOpen={removal.isOpen}
            onClose={removal.close}
            leave={() => focusBeside(place.current)}
            onDeleted={rerun}
            title="Confirmar eliminación"
          >
            ¿Seguro que quieres eliminar la actividad "{activity.title}"? Esta acción no se puede deshacer.
          </DeleteDialog>
        </Suspense>
      )}
      {update.isMounted && (
        <Suspense>
          <UpdateDialog activity={activity} isOpen={update.isOpen} onClose={update.close} />
        </Suspense>
      )}
    </div>
  );
}
