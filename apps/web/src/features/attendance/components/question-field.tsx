import { NativeSelect, TextInput } from '@mantine/core';
import { ANSWER_MAX, type Question } from '@minga/contract/questions';
import type { useAttendeeForm } from '../use-attendee-form.ts';

interface Props {
  readonly question: Question;
  readonly form: ReturnType<typeof useAttendeeForm>['form'];
}

/** A question of the organiser to attendees, in the form that confirms. */
export function QuestionField({ question: { _id, label, kind, options, required }, form }: Props) {
  const name = `answers.${_id}` as const;
  const shared = {
    label,
    withAsterisk: required,
    'aria-required': required,
    error: form.formState.errors.answers?.[_id]?.message,
    ...form.register(name),
  };
  if (kind === 'text') return <TextInput {...shared} maxLength={ANSWER_MAX} autoComplete="off" />;
  const values =
    kind === 'choice'
      ? options
      : [
          { value: 'si', label: 'Sí' },
          { value: 'no', label: 'No' },
        ];
  return <NativeSelect size="md" {...shared} data={[{ value: '', label: 'Elige' }, ...values]} />;
}
