import type { Activity } from '@minga/contract/activities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { longDate } from '../../../../lib/dates.ts';
import { activityList } from '../../api/activity-list.ts';
import { oneActivity } from '../../api/one-activity.ts';
import { type Choice, SearchSelect } from './search-select.tsx';
import { unnamedChoice } from './unnamed-choice.ts';

interface Props {
  /** '' selects none. */
  id: string;
  onChoose: (id: string) => void;
}

const choiceOf = ({ _id: id, title, date }: Activity): Choice => ({
  id,
  name: title,
  detail: longDate(date),
});

/** Filters by activity. Fetches the activity of an id in the URL for its title. */
export function ActivityChoiceField({ id, onChoose }: Props) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneActivity(id), enabled: id !== '' });
  return (
    <SearchSelect
      label="Actividad"
      placeholder="Todas: escribe para buscar"
      nothing="Ninguna actividad se llama así"
      fallback="Error al obtener actividades"
      search={search => activityList({ search }, 1)}
      choiceOf={choiceOf}
      chosen={data && id !== '' ? choiceOf(data) : unnamedChoice(id, error)}
      onChoose={activity => {
        if (activity) queryClient.setQueryData(oneActivity(activity._id).queryKey, activity);
        onChoose(activity?._id ?? '');
      }}
    />
  );
}
