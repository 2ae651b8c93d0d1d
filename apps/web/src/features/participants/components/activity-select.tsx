import '@mantine/core/styles/Combobox.css';
import { Select } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { longDate } from '../../../lib/dates.ts';
import type { ActivityChoice, ListedChoice } from '../activity-choice.ts';
import { filterOptions } from '../filter-options.ts';
import classes from './activity-select.module.css';

type Props = Omit<Extract<ActivityChoice, { status: 'chosen' }>, 'status'> & {
  onChoose: (id: string) => void;
};

/** More options would slow down a phone; a search finds the others. */
const OPTIONS_MAX = 100;

/** 'Seleccionar actividad' (docs/rules.md R4.8): a select that searches title and date. */
export function ActivitySelect({ chosen, upcoming, past, more, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { hasMore, isLoading, hasFailed, load } = more;
  const listed = new Map([...upcoming, ...past].map(activity => [activity._id, activity]));
  const findActivity = (id: string) => listed.get(id) ?? chosen;

  useEffect(() => {
    // The search must cover all activities, so the remaining pages are loaded when the select opens.
    if (isOpen && hasMore && !isLoading && !hasFailed) load();
  }, [isOpen, hasMore, isLoading, hasFailed, load]);

  // Typing replaces the current choice. Also on click, because Safari clears the selection made on focus.
  function selectAll({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    if (currentTarget.value === chosen.title) currentTarget.select();
  }

  return (
    <Select
      label="Seleccionar actividad"
      description={longDate(chosen.date)}
      inputWrapperOrder={['label', 'input', 'description']}
      className={classes.select}
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[
        ...(listed.has(chosen._id) ? [] : [toOption(chosen)]),
        { group: 'Próximas', items: upcoming.map(toOption) },
        { group: 'Pasadas', items: past.map(toOption) },
      ]}
      value={chosen._id}
      onChange={id => id !== null && onChoose(id)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      filter={filterOptions(({ value }) => searchText(findActivity(value)))}
      limit={OPTIONS_MAX}
      // The list itself scrolls; a separate scroll area would have to be focusable.
      withScrollArea={false}
      nothingFoundMessage={hasMore && !hasFailed ? 'Buscando…' : 'Ninguna de tus actividades se llama así'}
      onFocus={selectAll}
      onClick={selectAll}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option, checked }) => (
        <DetailedOption
          name={option.label}
          detail={longDate(findActivity(option.value).date)}
          isChecked={checked}
        />
      )}
    />
  );
}

const toOption = ({ _id, title }: ListedChoice) => ({ value: _id, label: title });

const searchText = ({ title, date }: ListedChoice) => `${title} ${longDate(date)}`;
