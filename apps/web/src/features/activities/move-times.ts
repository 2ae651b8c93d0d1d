import type { UseFormReturn } from 'react-hook-form';
import type { ActivityDraft, DraftValues } from './activity-draft.ts';
import { movedNeed } from './need-draft.ts';
import { movedAlong } from './picked-date.ts';

/** After another start is picked, moves the end and the times of the tasks by as much. Both are the picker's texts. */
export function moveTimes(
  { getValues, setValue, formState }: UseFormReturn<DraftValues, unknown, ActivityDraft>,
  from: string,
  to: string,
): void {
  if (from === '' || to === '' || from === to) return;
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const { endDate, needs } = getValues();
  if (endDate !== '') setValue('endDate', movedAlong(endDate, from, to), options);
  if (needs.length > 0)
    setValue(
      'needs',
      needs.map(need => movedNeed(need, from, to)),
      options,
    );
}
