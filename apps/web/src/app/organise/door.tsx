import { useUser } from '../../features/accounts/session/session.ts';
import { DoorView } from '../../features/door/door-view.tsx';

interface Props {
  readonly id: string;
  readonly hasTabs: boolean;
}

/** /tasks/{id}/puerta, which checks people in with or without a network (docs/rules.md R18.2). */
export function Door({ id, hasTabs }: Props) {
  const user = useUser();
  return user && <DoorView key={`${id}${user._id}`} taskId={id} owner={user._id} hasTabs={hasTabs} />;
}
