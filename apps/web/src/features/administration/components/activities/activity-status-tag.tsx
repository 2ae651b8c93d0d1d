import type { Activity, ActivityStatus } from '@minga/contract/activities';
import { isPublicBeforeReview } from '../../../../lib/is-public-before-review.ts';
import { StatusTag } from '../lists/status-tag.tsx';

const tags = {
  pending: {
    tone: 'sky',
    text: () => (isPublicBeforeReview() ? 'Pendiente, ya pública' : 'Pendiente, sin publicar'),
  },
  approved: { tone: 'forest', text: () => 'Aprobada' },
  rejected: { tone: 'clay', text: () => 'Rechazada' },
} as const satisfies Record<ActivityStatus, object>;

type Props = Pick<Activity, 'status' | 'isHeld'>;

export const ActivityStatusTag = ({ status, isHeld }: Props) => (
  <StatusTag tone={tags[status].tone}>{isHeld ? 'Retenida, sin publicar' : tags[status].text()}</StatusTag>
);
