import type { ActivityStatus } from '@minga/contract/activities';
import { StatusTag } from '../lists/status-tag.tsx';

const tags = {
  pending: { tone: 'sky', text: 'Pendiente' },
  approved: { tone: 'forest', text: 'Aprobada' },
  rejected: { tone: 'clay', text: 'Rechazada' },
} as const satisfies Record<ActivityStatus, object>;

export const ActivityStatusTag = ({ status }: { status: ActivityStatus }) => (
  <StatusTag tone={tags[status].tone}>{tags[status].text}</StatusTag>
);
