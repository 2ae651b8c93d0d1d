import { getActivity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { oneActivityKey } from '../../lib/server/activities-key.ts';
import { call } from '../../lib/server/api.ts';
import type { Asking, Confirmable } from './model.ts';

/**
 * An activity with its needs and questions. A card has none of them: they are fetched, if there are any. Undefined while they are
 * loading, or if that failed.
 */
export function useAsking<Shown extends Pick<Confirmable, '_id' | 'hasQuestions' | 'hasNeeds'>>(
  activity: Shown,
): {
  readonly asking: (Shown & Pick<Asking, 'questions' | 'needs'>) | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const { _id: id, hasQuestions, hasNeeds } = activity;
  const own = isAsking(activity) ? activity : undefined;
  const asksNothing = !hasQuestions && !hasNeeds;
  const { data, error, refetch } = useQuery({
    queryKey: oneActivityKey(id),
    queryFn: ({ signal }) => call(getActivity, { params: { id }, signal }),
    enabled: own === undefined && !asksNothing,
  });
  const fetched = asksNothing ? { questions: [], needs: [] } : data;
  return {
    asking: own ?? (fetched && { ...activity, questions: fetched.questions, needs: fetched.needs }),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

const isAsking = <Shown>(activity: Shown): activity is Shown & Pick<Asking, 'questions' | 'needs'> =>
  typeof activity === 'object' && activity !== null && 'needs' in activity;
