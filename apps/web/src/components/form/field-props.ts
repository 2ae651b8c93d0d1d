import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Binds a Mantine input to a react-hook-form field: its registration and its validation message. */
export function fieldProps<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  name: FieldPath<Values>,
) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name), error: error?.message };
}
