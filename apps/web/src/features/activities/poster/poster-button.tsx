import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { useIsPast } from '../model.ts';

const loadDialog = () => import('./poster-dialog.tsx');
const PosterDialog = lazy(() => loadDialog().then(module => ({ default: module.PosterDialog })));

interface Props {
  readonly activityId: string;
  /** Renders the button that opens the dialog. */
  readonly children: (open: () => void) => ReactNode;
}

/** A button and its dialog with the posters of an activity, whose code is loaded at the first press. */
export function PosterButton({ activityId, children }: Props) {
  const { isMounted, isOpen, open, close } = useLazyDialog(loadDialog);
  return (
    <>
      {children(open)}
      <Suspense>
        {isMounted && <PosterDialog activityId={activityId} isOpen={isOpen} onClose={close} />}
      </Suspense>
    </>
  );
}

/** The button next to 'Compartir' for visitors: everyone may announce a public activity that is to come. */
export function VisitorPoster({ activity }: { readonly activity: Activity }) {
  const isPast = useIsPast(activity);
  return isPast ? null : (
    <PosterButton activityId={activity._id}>
      {open => (
        <Button variant="default" onClick={open}>
          Afiche
        </Button>
      )}
    </PosterButton>
  );
}
