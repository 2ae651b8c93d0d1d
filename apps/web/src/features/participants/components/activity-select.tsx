import '@mantine/core/styles/Combobox.css';
import { Select } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { longDate } from '../../../lib/dates.ts';
import type { ActivityChoice, ChosenActivity } from '../activity-choice.ts';
import { optionsWith } from '../options-with.ts';
import classes from './activity-select.module.css';

type Props = Omit<Extract<ActivityChoice, { status: 'chosen' }>, 'status'> & {
  onChoose: (id: string) => void;
};

/** More would not be read, and would keep a phone waiting; words find the others. */
const SHOWN_MAX = 100;

/** 'Seleccionar actividad' (spec 001 section 2.4): from the list, or by some words of title and date. */
export function ActivitySelect({ chosen, upcoming, past, more, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { isThere, isLoading, hasFailed, load } = more;
  const listed = new Map([...upcoming, ...past].map(activity => [activity._id, activity]));
  const activityOf = (id: string) => listed.get(id) ?? chosen;

  useEffect(() => {
    // Who looks for an activity looks among all of them.
    if (isOpen && isThere && !isLoading && !hasFailed) load();
  }, [isOpen, isThere, isLoading, hasFailed, load]);

  // What one types replaces the present choice. Safari ends what was selected at the focus when the button is released.
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
        ...(listed.has(chosen._id) ? [] : [optionOf(chosen)]),
        { group: 'Próximas', items: upcoming.map(optionOf) },
        { group: 'Pasadas', items: past.map(optionOf) },
      ]}
      value={chosen._id}
      onChange={id => id !== null && onChoose(id)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      filter={optionsWith(({ value }) => textOf(activityOf(value)))}
      limit={SHOWN_MAX}
      // The list itself scrolls: a part of it that did would have to take the focus.
      withScrollArea={false}
      // Within the page's main part, where screen readers look for it.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={isThere && !hasFailed ? 'Buscando…' : 'Ninguna de tus actividades se llama así'}
      onFocus={selectAll}
      onClick={selectAll}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option, checked }) => (
        <DetailedOption
          name={option.label}
          detail={longDate(activityOf(option.value).date)}
          isChecked={checked}
        />
      )}
    />
  );
}

const optionOf = ({ _id, title }: ChosenActivity) => ({ value: _id, label: title });

const textOf = ({ title, date }: ChosenActivity) => `${title} ${longDate(date)}`;
