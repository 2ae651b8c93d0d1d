import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ShareButton } from '../components/share-button.tsx';
import { isPublicBeforeReview } from '../lib/is-public-before-review.ts';
import classes from './shell/shell.module.css';
import { notice } from './shell/slots.ts';

type Published = Pick<Activity, '_id' | 'title' | 'status' | 'isHeld'>;

/**
 * Offers to share an activity that was just published, below the bar of the list that follows. There it adds nothing to what the list
 * loads: this code comes with the form. What is not public yet is offered by the e-mail that says so.
 */
export function offerSharing({ status, isHeld, ...activity }: Published): void {
  if (!isHeld && (status === 'approved' || isPublicBeforeReview()))
    notice.fill(<SharingOffer activity={activity} />);
}

function SharingOffer({ activity: { _id, title } }: { readonly activity: Pick<Activity, '_id' | 'title'> }) {
  const isOnList = useLocation({ select: ({ pathname }) => pathname === '/tasks' });
  useEffect(() => {
    if (!isOnList) notice.fill(null);
  }, [isOnList]);

  function dismiss() {
    notice.fill(null);
    // The focused button has been removed.
    document.getElementById('contenido')?.focus({ preventScroll: true });
  }

  return (
    <section aria-label="Compartir tu actividad" className={`cluster ${classes.notice}`}>
      <p className={classes.text}>{`«${title}» ya es pública. Compártela para que llegue más gente.`}</p>
      <div className={`cluster ${classes.buttons}`}>
        <ShareButton title={title} path={`/actividades/${_id}`} />
        <Button variant="subtle" onClick={dismiss}>
          Ahora no
        </Button>
      </div>
    </section>
  );
}
