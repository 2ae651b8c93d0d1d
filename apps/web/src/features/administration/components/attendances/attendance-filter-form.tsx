import { DayField } from '../../../../components/form/day-field.tsx';
import { siteDay } from '../../../../lib/dates.ts';
import { now } from '../../../../lib/now.ts';
import type { TabProps } from '../../dashboard-search.ts';
import { attendanceFilters } from '../../panel-search.ts';
import { useFilterDraft } from '../../use-filter-draft.ts';
import { FilterForm } from '../lists/filter-form.tsx';
import classes from '../lists/filter-panel.module.css';
import { ActivityChoiceField } from './activity-choice-field.tsx';
import { UserChoiceField } from './user-choice-field.tsx';

interface Props extends TabProps {
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
}

export function AttendanceFilterForm({ search, onSearch, onRepeat }: Props) {
  const { activityId = '', userId = '', date = '' } = attendanceFilters(search);
  const { draft, change, reset, isApplied } = useFilterDraft({
    actividad: activityId,
    usuario: userId,
    fecha: date,
  });
  return (
    <FilterForm
      onApply={() => (isApplied ? onRepeat() : onSearch({ tab: 'asistencias', ...draft }))}
      onClear={() => {
        reset();
        onSearch({ tab: 'asistencias' });
      }}
    >
      <ActivityChoiceField id={draft.actividad} onChoose={actividad => change({ actividad })} />
      <UserChoiceField id={draft.usuario} onChoose={usuario => change({ usuario })} />
      <DayField
        className={classes.wide}
        label="Fecha de registro"
        placeholder="Cualquier día"
        today={siteDay(now())}
        value={draft.fecha}
        onChange={fecha => change({ fecha })}
      />
    </FilterForm>
  );
}
