import '@mantine/core/styles/Combobox.css';
import { Select } from '@mantine/core';
import optionClasses from '../../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../../components/form/detailed-option.tsx';
import { now } from '../../../lib/now.ts';
import { dateText, titleText } from '../activity-texts.ts';
import type { Choice } from '../choice.ts';
import { choiceStatus } from '../choice-status.ts';

interface Props {
  confirmed: readonly Choice[];
  own: readonly Choice[];
  /** The ids of the activities with a reminder. */
  configured: ReadonlySet<string>;
  chosenId: string | undefined;
  hasError: boolean;
  onChoose: (taskId: string) => Promise<void>;
}

/** The activity of the reminder; past ones are disabled and labelled (docs/rules.md R5.7). */
export function ActivitySelect({ confirmed, own, configured, chosenId, hasError, onChoose }: Props) {
  const moment = now();
  const confirmedIds = new Set(confirmed.map(({ _id }) => _id));
  const ownOnly = own.filter(({ _id }) => !confirmedIds.has(_id));
  const choices = new Map([...confirmed, ...ownOnly].map(choice => [choice._id, choice]));
  const toOption = (choice: Choice) => {
    const mark = choiceStatus(choice, configured, moment);
    return {
      value: choice._id,
      label: [titleText(choice.title), mark].filter(Boolean).join(' '),
      disabled: mark !== null && mark !== '(Ya configurada)',
    };
  };

  return (
    <Select
      label="Actividad"
      placeholder="Selecciona una actividad"
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[
        { group: 'Actividades confirmadas', items: confirmed.map(toOption) },
        { group: 'Tus actividades', items: ownOnly.map(toOption) },
      ].filter(({ items }) => items.length > 0)}
      value={chosenId ?? null}
      onChange={id => void (id !== null && onChoose(id))}
      allowDeselect={false}
      error={hasError}
      // The list itself scrolls; a separate scroll area would have to be focusable.
      withScrollArea={false}
      nothingFoundMessage="No hay actividades para elegir"
      renderOption={({ option, checked }) => (
        <DetailedOption
          name={option.label}
          detail={dateText(choices.get(option.value)?.date)}
          isChecked={checked}
        />
      )}
    />
  );
}
