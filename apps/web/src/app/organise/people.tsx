import type { WholeActivity } from '@minga/contract/activities';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { ParticipantList } from '../../features/participants/participant-list.tsx';

/** /tasks/{id}/gente: the list that /tasks/asistencia also shows. */
export const People = ({ activity }: { readonly activity: WholeActivity }) => (
  <>
    {/* The current tab names the screen for those who see it. */}
    <div className="unseen">
      <PageHeading title="Gente" windowTitle={`Gente · ${activity.title}`} />
    </div>
    <ParticipantList activity={activity} />
  </>
);
