import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegister,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form';

/**
 * Binds a Mantine input to a react-hook-form field: its registration and its validation message. Reads the errors alone:
 * `getFieldState` also subscribes the form to what is touched and dirty, and the first key in each field would render all of it.
 */
export function fieldProps<Values extends FieldValues>(
  { register, formState }: Form<Values>,
  name: FieldPath<Values>,
) {
  const error: FieldError | undefined = get(formState.errors, name);
  return { ...register(name), error: error?.message };
}

/** A form without its state: passed down, it renders nothing by itself. */
export type FormMethods<Values extends FieldValues, Output> = Omit<
  UseFormReturn<Values, unknown, Output>,
  'formState'
>;

/** The form with the state of some fields: the errors of the others do not render the caller. */
export function useFieldState<Values extends FieldValues, Output>(
  form: FormMethods<Values, Output>,
  names: FieldPath<Values> | FieldPath<Values>[],
): UseFormReturn<Values, unknown, Output> {
  const formState = useFormState({ control: form.control, name: names });
  return { ...form, formState };
}

interface Form<Values extends FieldValues> {
  readonly register: UseFormRegister<Values>;
  readonly formState: { readonly errors: object };
}
