import { TextInput } from '@mantine/core';
import { INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import type { useAttendeeForm } from '../use-attendee-form.ts';

interface Props {
  readonly form: ReturnType<typeof useAttendeeForm>['form'];
  /** Only the name is required, and a phone may be given. */
  readonly isContactOptional: boolean;
  readonly hasFocus: boolean;
}

/** The fields of the attendee: name, companions, contact. */
export function PersonFields({ form, isContactOptional, hasFocus }: Props) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        label="Nombre"
        withAsterisk={isContactOptional}
        aria-required
        autoComplete="name"
        data-autofocus={hasFocus || undefined}
        error={fieldError(errors.name?.message)}
        {...register('name')}
      />
      <TextInput
        label={isContactOptional ? 'Correo electrónico (si quieres)' : 'Correo electrónico'}
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required={!isContactOptional}
        error={fieldError(errors.email?.message)}
        {...register('email')}
      />
      {isContactOptional && (
        <TextInput
          label="Teléfono (si quieres)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          description="Lo ve solo quien organiza."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={errors.phone?.message}
          {...register('phone')}
        />
      )}
    </>
  );
}

/** The contract's message names all fields; at a single field a shorter one suffices. */
const fieldError = (message: string | undefined) =>
  message === INCOMPLETE_MESSAGE ? 'Completa este campo' : message;
