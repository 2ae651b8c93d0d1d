import type { Activity, WholeActivity } from '@minga/contract/activities';
import { OrganiserStrip } from '../features/activities/activity/organiser-strip.tsx';
import { PosterNotice } from '../features/activities/poster/poster-notice.tsx';
import { OwnDeletion } from './own-deletion.tsx';

/** The strip of an activity's organisers, with the button that deletes it in its menu, and what hangs on walls out of date. */
export const OwnStrip = ({ activity }: { readonly activity: Activity | WholeActivity }) => (
  <>
    <OrganiserStrip activity={activity}>
      <OwnDeletion activity={activity} />
    </OrganiserStrip>
    <PosterNotice activity={activity} />
  </>
);
