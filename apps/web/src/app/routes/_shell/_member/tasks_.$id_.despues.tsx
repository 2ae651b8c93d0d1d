import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { phaseOf } from '@minga/contract/activity-phase';
import { createFileRoute, Link } from '@tanstack/react-router';
import { EmptyState } from '../../../../components/page/empty-state.tsx';
import { Page } from '../../../../components/page/page.tsx';
import { PageHeading } from '../../../../components/page/page-heading.tsx';
import { GoalsSection } from '../../../../features/activities/activity/goals-section.tsx';
import { OrganisedActivity } from '../../../../features/activities/own/organised-activity.tsx';
import { FeedbackSection } from '../../../../features/feedback/feedback-section.tsx';
import { HoursSection } from '../../../../features/hours/hours-section.tsx';
import { MemorySection } from '../../../../features/memory/memory-section.tsx';
import { ThanksSection } from '../../../../features/messages/thanks-section.tsx';
import { TurnoutSection } from '../../../../features/participants/turnout-section.tsx';
import { longDate } from '../../../../lib/dates/dates.ts';
import { now } from '../../../../lib/dates/now.ts';

export const Route = createFileRoute('/_shell/_member/tasks_/$id_/despues')({ component: AfterPage });

/** Organisers' work after an activity: hours, goals, memory, thanks and feedback (docs/rules.md R18). */
function AfterPage() {
  const { id } = Route.useParams();
  return (
    <Page width="text">
      <OrganisedActivity key={id} id={id}>
        {activity =>
          phaseOf(activity, now()) === 'upcoming' ? (
            <NotBegun activity={activity} />
          ) : (
            <>
              <PageHeading
                title="Horas y memoria"
                lead={`Lo que queda de «${activity.title}»: quiénes vinieron, las horas, lo logrado y la memoria.`}
              />
              <TurnoutSection activity={activity} />
              <HoursSection activity={activity} />
              <GoalsSection activity={activity} />
              <MemorySection activity={activity} />
              <ThanksSection activity={activity} />
              <FeedbackSection activity={activity} />
            </>
          )
        }
      </OrganisedActivity>
    </Page>
  );
}

const NotBegun = ({ activity: { _id, title, date } }: { activity: Activity }) => (
  <>
    <PageHeading title="Horas y memoria" />
    <EmptyState
      drawing="seedling"
      title="Todavía no comienza"
      text={`El ${longDate(date)}, cuando comience «${title}», podrás ver aquí quiénes vinieron, anotar lo que lograron, dar las gracias y leer lo que dijeron.`}
    >
      <Button
        variant="default"
        renderRoot={props => <Link to="/tasks/asistencia" search={{ taskId: _id }} {...props} />}
      >
        Ver la lista
      </Button>
    </EmptyState>
  </>
);
