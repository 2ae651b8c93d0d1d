import type { Activity } from '@minga/contract/activities';
import { IconStar } from '@tabler/icons-react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ownErrorText } from '../../../lib/errors/own-error-text.ts';
import { toastError } from '../../../lib/toasts.ts';
import { usePromoteActivity } from '../api.ts';

/** The entry of the organisers' menu that starts a week's promotion, or ends it (docs/rules.md R3.6). */
export function PromotionEntry({
  activity: { _id, isPromoted },
}: {
  readonly activity: Pick<Activity, '_id' | 'isPromoted'>;
}) {
  const promote = usePromoteActivity(_id);
  return (
    <BusyButton
      variant="subtle"
      justify="start"
      fullWidth
      leftSection={<IconStar size={20} aria-hidden />}
      isBusy={promote.isPending}
      busyLabel={isPromoted ? 'Dejar de promocionar' : 'Promocionar'}
      onClick={() =>
        promote.mutate(!isPromoted, {
          onError: error => toastError(ownErrorText(error, 'Error al cambiar promoción')),
        })
      }
    >
      {isPromoted ? 'Dejar de promocionar' : 'Promocionar'}
    </BusyButton>
  );
}
