import type { Activity } from '@minga/contract/activities';
import { OrganiserStrip } from '../features/activities/activity/organiser-strip.tsx';
import { OwnDeletion } from './own-deletion.tsx';

/** The strip of an activity's organisers, with the button that deletes it in its menu. */
export const OwnStrip = ({ activity }: { readonly activity: Activity }) => (
  <OrganiserStrip activity={activity}>
    <OwnDeletion activity={activity} />
  </OrganiserStrip>
);
