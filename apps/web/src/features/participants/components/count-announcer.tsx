import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { participantCount } from '../participant-count.ts';

/** Announces a changed number of participants to screen readers, but not the initial one. */
export function CountAnnouncer({ total }: { total: number }) {
  const [announced, setAnnounced] = useState({ total, hasChanged: false });
  if (announced.total !== total) setAnnounced({ total, hasChanged: true });
  return (
    <VisuallyHidden role="status">
      {announced.hasChanged && `Ahora ${total === 1 ? 'es' : 'son'} ${participantCount(total)}`}
    </VisuallyHidden>
  );
}
