import { NativeSelect, Text, TextInput } from '@mantine/core';
import { INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import { ANSWER_MAX, type Question } from '@minga/contract/questions';
import type { ReactNode } from 'react';
import { WithEmailSuggestion } from '../../components/form/email-suggestion.tsx';
import { RadioList } from '../../components/form/radio-list.tsx';
import { LegalLink } from '../../components/legal-link.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { visitorDataDays } from '../../lib/dates/visitor-data-days.ts';
import classes from './attendance.module.css';
import type { useAttendeeForm } from './use-attendee-form.ts';

interface DatesProps {
  readonly date: string;
  /** Of the series, with this one. */
  readonly remaining: number;
  readonly value: 'one' | 'all';
  readonly onChange: (value: 'one' | 'all') => void;
}

export const DatesField = ({ date, remaining, value, onChange }: DatesProps) => (
  <RadioList
    label="¿A qué fechas vas?"
    options={[
      { value: 'one', label: 'Solo a esta', detail: longDate(date) },
      {
        value: 'all',
        label: `A las ${remaining} fechas que quedan`,
        detail: 'Después puedes cancelar las que no puedas.',
      },
    ]}
    value={value}
    onChange={onChange}
  />
);

interface PersonFieldsProps {
  readonly form: ReturnType<typeof useAttendeeForm>['form'];
  /** Only the name is required, and a phone may be given. */
  readonly isContactOptional: boolean;
  readonly hasFocus: boolean;
  /** The address with a probably mistyped domain about which the form asks before it goes on. */
  readonly askedEmail: string | null;
  /** The field of companions. */
  readonly children: ReactNode;
}

/** The fields of the attendee: name, contact, companions. */
export function PersonFields({ form, isContactOptional, hasFocus, askedEmail, children }: PersonFieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const email = form.watch('email');
  return (
    <>
      <TextInput
        label="Nombre"
        aria-required
        autoComplete="name"
        data-autofocus={hasFocus || undefined}
        error={fieldError(errors.name?.message)}
        {...register('name')}
      />
      <WithEmailSuggestion form={form} email={email} isAsked={email === askedEmail}>
        <TextInput
          label={isContactOptional ? 'Correo electrónico (opcional)' : 'Correo electrónico'}
          type="email"
          inputMode="email"
          autoComplete="email"
          aria-required={!isContactOptional}
          error={fieldError(errors.email?.message)}
          {...register('email')}
        />
      </WithEmailSuggestion>
      {!isContactOptional && children}
      {isContactOptional && (
        // In one row on a phone, so that the form and the consent below it are in view without scrolling.
        <div className={classes.pair}>
          <TextInput
            label="Teléfono (opcional)"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            description="Lo ve solo quien organiza."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            error={errors.phone?.message}
            {...register('phone')}
          />
          {children}
        </div>
      )}
    </>
  );
}

/** The contract's message names all fields; at a single field a shorter one suffices. */
const fieldError = (message: string | undefined) =>
  message === INCOMPLETE_MESSAGE ? 'Completa este campo' : message;

interface QuestionFieldProps {
  readonly question: Question;
  readonly form: ReturnType<typeof useAttendeeForm>['form'];
}

/** A question of the organiser to attendees, in the form that confirms. */
export function QuestionField({
  question: { _id, label, kind, options, required },
  form,
}: QuestionFieldProps) {
  const name = `answers.${_id}` as const;
  const shared = {
    label: required ? label : `${label} (opcional)`,
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

/** The consent that a visitor gives by confirming (docs/decisions/0047-retention-and-legal-texts.md). */
export const VisitorConsent = () => (
  <Text size="sm" c="dimmed" lh={1.35}>
    <span>Al confirmar aceptas la </span>
    <LegalLink to="privacidad">Política de datos</LegalLink>
    <span>{`: son solo para esta actividad y se borran ${visitorDataDays()} después.`}</span>
  </Text>
);
