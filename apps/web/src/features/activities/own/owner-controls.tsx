import { ActionIcon, Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { titleId } from '../model.ts';
import classes from './own-activities.module.css';
import { PromotionSwitch } from './promotion-switch.tsx';

// The dialog's chunk is preloaded on hover and focus.
const loadDialog = () => import('../delete-activity-dialog.tsx');
const DeleteActivityDialog = lazy(() =>
  loadDialog().then(module => ({ default: module.DeleteActivityDialog })),
);

interface Props {
  activity: Activity;
  /** Deleting is the author's and the collective's owners'. */
  canDelete: boolean;
}

/** The organiser's controls on a card: attendance, edit, delete, promote (docs/rules.md R3.10). */
export function OwnerControls({ activity, canDelete }: Props) {
  const dialog = useLazyDialog();
  const controls = useRef<HTMLDivElement>(null);
  return (
    <div ref={controls} className={classes.controls}>
      <Button
        variant="default"
        leftSection={<IconUsersGroup size={20} aria-hidden />}
        aria-describedby={titleId(activity)}
        renderRoot={props => <Link to="/tasks/asistencia" search={{ taskId: activity._id }} {...props} />}
      >
        Asistencia
      </Button>
      <ActionIcon
        variant="default"
        aria-label="Editar"
        aria-describedby={titleId(activity)}
        renderRoot={props => <Link to="/tasks/$id" params={{ id: activity._id }} {...props} />}
      >
        <IconPencil size={22} aria-hidden />
      </ActionIcon>
      {canDelete && (
        <ActionIcon
          variant="default"
          c="var(--minga-clay-text)"
          aria-label="Eliminar"
          aria-describedby={titleId(activity)}
          onClick={dialog.open}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
        >
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      )}
      <PromotionSwitch activity={activity} />
      {dialog.isMounted && (
        <Suspense>
          <DeleteActivityDialog
            activity={activity}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
            controls={controls}
          />
        </Suspense>
      )}
    </div>
  );
}
