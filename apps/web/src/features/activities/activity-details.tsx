import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ActivityContent } from './activity/activity-content.tsx';
import { oneActivity } from './api.ts';
import { fromList } from './model.ts';

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
}

/** The details of an activity in a dialog above the list ('Ver Detalles', docs/rules.md R3.10): what its page shows, in the same order. */
export function ActivityDetails({ activity, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)');
  // A card does not have the needs.
  const { data: whole } = useQuery({ ...oneActivity(activity._id), enabled: isOpen && activity.hasNeeds });
  return (
    <Modal opened={isOpen} onClose={onClose} title={activity.title} size="lg" fullScreen={isPhone ?? false}>
      <div className="stack gap-xl">
        <ActivityContent activity={whole ?? activity} isDialog />
        <Group data-dialog-buttons justify="space-between">
          {/* Replaces the dialog's history entry, so that the back button leads to the list. */}
          <Link
            to="/actividades/$id"
            params={{ id: activity._id }}
            state={fromList}
            replace
            className="target link"
          >
            Abrir su página
          </Link>
          <Button onClick={onClose}>Volver</Button>
        </Group>
      </div>
    </Modal>
  );
}
