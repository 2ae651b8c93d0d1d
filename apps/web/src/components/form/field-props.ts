import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegister,
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

interface Form<Values extends FieldValues> {
  readonly register: UseFormRegister<Values>;
  readonly formState: { readonly errors: object };
}
