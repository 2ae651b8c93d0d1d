import '@mantine/core/styles/Combobox.css';
import { Select } from '@mantine/core';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { now } from '../../../lib/now.ts';
import type { Choice } from '../choice.ts';
import { markOf } from '../choice-mark.ts';
import { shownDate, shownTitle } from '../shown-activity.ts';

interface Props {
  confirmed: readonly Choice[];
  own: readonly Choice[];
  /** The ids of those that have a reminder. */
  configured: ReadonlySet<string>;
  chosenId: string | undefined;
  isRefused: boolean;
  onChoose: (taskId: string) => Promise<void>;
}

/** The activity to be reminded of; what is past cannot be chosen, and says so (spec 001 section 5). */
export function ActivityChoice({ confirmed, own, configured, chosenId, isRefused, onChoose }: Props) {
  const moment = now();
  const confirmedIds = new Set(confirmed.map(({ _id }) => _id));
  const ownOnly = own.filter(({ _id }) => !confirmedIds.has(_id));
  const choices = new Map([...confirmed, ...ownOnly].map(choice => [choice._id, choice]));
  const optionOf = (choice: Choice) => {
    const mark = markOf(choice, configured, moment);
    return {
      value: choice._id,
      label: [shownTitle(choice.title), mark].filter(Boolean).join(' '),
      disabled: mark === '(Pasada)' || mark === '(Hoy)',
    };
  };

  return (
    <Select
      label="Actividad"
      placeholder="Selecciona una actividad"
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[
        { group: 'Actividades confirmadas', items: confirmed.map(optionOf) },
        { group: 'Tus actividades', items: ownOnly.map(optionOf) },
      ].filter(({ items }) => items.length > 0)}
      value={chosenId ?? null}
      onChange={id => void (id !== null && onChoose(id))}
      allowDeselect={false}
      error={isRefused}
      // The list itself scrolls: a part of it that did would have to take the focus.
      withScrollArea={false}
      nothingFoundMessage="No hay actividades para elegir"
      // Within the page's main part, where screen readers look for it.
      comboboxProps={{ withinPortal: false }}
      renderOption={({ option, checked }) => (
        <DetailedOption
          name={option.label}
          detail={shownDate(choices.get(option.value)?.date)}
          isChecked={checked}
        />
      )}
    />
  );
}
