import { useUser } from '../../features/accounts/session/session.ts';
import { OrganisedDoor } from '../../features/activities/own/organise-head.tsx';
import { DoorView } from '../../features/door/door-view.tsx';

/** /tasks/{id}/puerta, which checks people in with or without a network (docs/rules.md R18.2). */
export function Door({ id }: { readonly id: string }) {
  const user = useUser();
  return (
    <OrganisedDoor id={id}>
      {hasTabs => user && <DoorView key={user._id} taskId={id} owner={user._id} hasTabs={hasTabs} />}
    </OrganisedDoor>
  );
}
