import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { participantCount } from '../participant-count.ts';

/** Tells who listens that the list has changed, by one's own doing or another's; not how long it was at first. */
export function CountAnnouncer({ total }: { total: number }) {
  const [known, setKnown] = useState({ total, isNews: false });
  if (known.total !== total) setKnown({ total, isNews: true });
  return (
    <VisuallyHidden role="status">
      {known.isNews && `Ahora ${total === 1 ? 'es' : 'son'} ${participantCount(total)}`}
    </VisuallyHidden>
  );
}
