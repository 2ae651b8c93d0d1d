import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { DoorView } from '../../../../features/door/door-view.tsx';

export const Route = createFileRoute('/_shell/_member/tasks_/$id_/puerta')({ component: DoorPage });

/** The door, which checks people in with or without a network (docs/rules.md R18.2). */
function DoorPage() {
  const { id } = Route.useParams();
  const user = useUser();
  return (
    <Page width="wide">{user && <DoorView key={`${id}${user._id}`} taskId={id} owner={user._id} />}</Page>
  );
}
