import { createFileRoute } from '@tanstack/react-router';
import { OwnActivitiesView } from '../../../../features/activities/components/own-activities-view.tsx';

export const Route = createFileRoute('/_shell/_member/tasks/')({ component: OwnActivitiesView });
