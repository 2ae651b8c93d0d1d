import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { OrganisedActivity } from '../../../../features/activities/components/organised-activity.tsx';
import { HoursSection } from '../../../../features/hours/components/hours-section.tsx';

export const Route = createFileRoute('/_shell/_member/tasks_/$id_/despues')({ component: AfterPage });

/** What organisers do after an activity: hours, goals, memory, thanks, and what people said (COMMUNITY.md section 18). */
function AfterPage() {
  const { id } = Route.useParams();
  return (
    <Page width="text">
      <OrganisedActivity key={id} id={id}>
        {activity => (
          <>
            <PageHeading
              title="Después de la actividad"
              lead={`Lo que queda de «${activity.title}»: quiénes vinieron, las horas, lo logrado y la memoria.`}
            />
            <HoursSection activity={activity} />
          </>
        )}
      </OrganisedActivity>
    </Page>
  );
}
