import { TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentProps, useState } from 'react';

type Kind = 'date' | 'time' | 'datetime-local';

interface Props extends Omit<TextInputProps, 'type'> {
  ref?: ComponentProps<'input'>['ref'];
  type: Kind;
  /** Called when only a part of it is typed, and when that ends. */
  onPartial?: (isPartial: boolean) => void;
}

const INCOMPLETE: Record<Kind, string> = {
  date: 'La fecha está incompleta: escribe el día, el mes y el año',
  time: 'La hora está incompleta: escribe la hora y los minutos',
  'datetime-local': 'Está incompleta: escribe el día y la hora',
};

/**
 * The browser's own input of a day, of a time, or of both. It has no value while only a part is typed, like an empty one:
 * it says so when it is left, and `useSchemaForm` does not submit it.
 */
export function MomentInput({ type, error, onBlur, onChange, onPartial, ...input }: Props) {
  const [isPartial, setPartial] = useState(false);

  function judge({ validity }: HTMLInputElement): void {
    setPartial(validity.badInput);
    onPartial?.(validity.badInput);
  }

  return (
    <TextInput
      {...input}
      type={type}
      error={isPartial ? INCOMPLETE[type] : error}
      onChange={event => {
        if (isPartial) judge(event.currentTarget);
        onChange?.(event);
      }}
      onBlur={event => {
        judge(event.currentTarget);
        onBlur?.(event);
      }}
      onInvalid={event => judge(event.currentTarget)}
    />
  );
}
