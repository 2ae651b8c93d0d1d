import type { Activity } from '@minga/contract/activities';
import { phaseOf } from '@minga/contract/activity-phase';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useUser } from '../../features/accounts/session/session.ts';
import { GoalsSection } from '../../features/activities/activity/goals-section.tsx';
import { FeedbackSection } from '../../features/feedback/feedback-section.tsx';
import { HoursSection } from '../../features/hours/hours-section.tsx';
import { MemorySection } from '../../features/memory/memory-section.tsx';
import { ThanksSection } from '../../features/messages/thanks-section.tsx';
import { TurnoutSection } from '../../features/participants/turnout-section.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';

/** /tasks/{id}/despues, the organisers' work after an activity: hours, goals, memory, thanks and feedback (docs/rules.md R18). */
export function After({ activity }: { readonly activity: Activity }) {
  const userId = useUser()?._id ?? '';
  if (phaseOf(activity, now()) === 'upcoming') return <NotBegun activity={activity} />;
  return (
    <>
      <PageHeading
        title="Después de la actividad"
        windowTitle={`Después · ${activity.title}`}
        lead="Lo que queda: quiénes vinieron, las horas, lo logrado y la memoria."
      />
      <TurnoutSection activity={activity} />
      <HoursSection activity={activity} />
      <GoalsSection activity={activity} />
      <MemorySection userId={userId} activity={activity} />
      <ThanksSection activity={activity} />
      <FeedbackSection activity={activity} />
    </>
  );
}

const NotBegun = ({ activity: { title, date } }: { activity: Activity }) => (
  <>
    <PageHeading title="Después de la actividad" windowTitle={`Después · ${title}`} />
    <EmptyState
      drawing="seedling"
      title="Todavía no comienza"
      text={`El ${longDate(date)}, cuando comience «${title}», podrás ver aquí quiénes vinieron, anotar lo que lograron, dar las gracias y leer lo que dijeron.`}
    />
  </>
);
