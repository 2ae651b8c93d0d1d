import type { Activity } from '@minga/contract/activities';
import { type Control, useWatch } from 'react-hook-form';
import { Note } from '../../../components/note.tsx';
import { isPublicBeforeReview } from '../../../lib/is-public-before-review.ts';
import type { ActivityDraft, DraftValues } from '../activity-draft.ts';
import { announcedChange, announcementText } from '../announced-change.ts';
import { fromPickerText } from '../picked-date.ts';

interface Props {
  readonly control: Control<DraftValues, unknown, ActivityDraft>;
  readonly activity: Activity;
}

/** Says before saving that attendees will be told of another date or place. */
export function ChangeNotice({ control, activity }: Props) {
  const [date, place] = useWatch({ control, name: ['date', 'place'] });
  const change =
    date === '' ? null : announcedChange(activity, { date: fromPickerText(date), place: place ?? '' });
  return (
    <div role="status">
      {change !== null && (
        <Note tone="sky" isSmall>
          {announcementText(change, activity, isPublicBeforeReview())}
        </Note>
      )}
    </div>
  );
}
