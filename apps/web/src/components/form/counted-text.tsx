import { TextInput, type TextInputProps } from '@mantine/core';
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { CharacterCount } from './character-count.tsx';
import { type FormMethods, fieldProps, useFieldState } from './field-props.ts';
import { GrowingTextarea } from './growing-textarea.tsx';

/** The order of an input's parts with its description below. */
export const HINT_LAST: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

interface Props<Values extends FieldValues, Output> {
  form: FormMethods<Values, Output>;
  name: FieldPath<Values>;
  label: string;
  max: number;
  placeholder?: string;
  required?: boolean;
  /** The visible lines of a text that may have several. */
  rows?: { readonly minRows: number; readonly maxRows?: number };
}

/** A text with the number of its characters, counted as they are sent: trimmed. */
export function CountedText<Values extends FieldValues, Output>(props: Props<Values, Output>) {
  const { form: methods, name, max, rows, ...input } = props;
  const form = useFieldState(methods, name);
  const text: string = useWatch({ control: form.control, name });
  const bound = {
    ...input,
    inputWrapperOrder: HINT_LAST,
    description: <CharacterCount text={text.trim()} max={max} />,
    ...fieldProps(form, name),
  };
  return rows ? <GrowingTextarea {...rows} {...bound} /> : <TextInput {...bound} />;
}
