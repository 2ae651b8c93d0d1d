import * as z from 'zod/mini';

/** A field of a form, stated once; `Source` is the edited object as the server returns it. */
export interface FormField<Value, Source, Edited = Source> {
  /** The value in an empty form. */
  readonly empty: NoInfer<Value>;
  /** Accepts every value that can be entered, also one that is not valid. */
  readonly shape: z.ZodMiniType<Value, Value>;
  /** The part of the value that this tab stores; by default all of it. */
  readonly stored?: z.ZodMiniType<Value | undefined>;
  /** The value of an existing object. */
  read(source: Source): NoInfer<Value>;
  /** The value as the request's schema takes it; by default the same. `edited` is null in a form for something new. */
  convert?(value: NoInfer<Value>, edited: Edited | null): unknown;
  /** Replaces `convert` and the request's schema where the sentence about an error depends on what was typed. */
  rule?(edited: Edited | null): z.ZodMiniType<unknown, Value>;
}

type AnyField = FormField<unknown, never>;

/** The fields of a request that are any text. */
type TextName<Request> = {
  [Name in keyof Request]-?: string extends NonNullable<Request[Name]>
    ? [NonNullable<Request[Name]>] extends [string]
      ? Name
      : never
    : never;
}[keyof Request];

type Values<Request, Fields extends Record<keyof Fields, AnyField>> = {
  [Name in keyof Fields]: Fields[Name]['empty'];
} & { [Name in Exclude<TextName<Request>, keyof Fields>]: string };

type SourceOf<Fields> = Fields[keyof Fields] extends { read(source: infer Source): unknown } ? Source : never;
type EditedOf<Fields> = Fields[keyof Fields] extends { rule?(edited: infer Edited): unknown }
  ? Edited
  : never;

/**
 * Derives a form from the schema of its request: the values of an empty form, those of an existing object, the part that is stored, and
 * the schema that validates the values and outputs the request. Texts need no description; the compiler demands one of every other field.
 * A field that the request lacks, such as a file, is output as it is. All texts are stored: a form with passwords must list the stored ones.
 */
export function describeForm<
  Shape extends z.core.$ZodShape,
  Fields extends Record<Exclude<keyof Shape, TextName<z.output<z.ZodMiniObject<Shape>>>>, AnyField>,
>(request: z.ZodMiniObject<Shape>, described: Fields) {
  type Request = z.output<typeof request>;
  type Value = Values<Request, Fields>;
  type Source = SourceOf<Fields> & Record<Exclude<TextName<Request>, keyof Fields>, string | null>;
  const rules: Readonly<Record<string, z.core.$ZodType>> = request.shape;
  const fields: Record<string, AnyField> = { ...described };
  for (const name of Object.keys(rules)) fields[name] ??= textField(name);

  const each = <Part>(partOf: (field: AnyField, name: string) => Part) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, partOf(field, name)]));

  return {
    empty: each(field => field.empty) as Value,
    read: (source: Source) => each(field => field.read(source as never)) as Value,
    stored: z.object(each(({ stored, shape }) => z.optional(stored ?? shape))) as z.ZodMiniType<
      Partial<Value>
    >,
    schema: (edited: EditedOf<Fields> | null = null) =>
      z.object(each((field, name) => ruleOf(field, rules[name], edited as null))) as unknown as z.ZodMiniType<
        Request & Omit<Value, keyof Request>,
        Value
      >,
  };
}

function ruleOf(field: AnyField, rule: z.core.$ZodType | undefined, edited: null): z.core.$ZodType {
  if (field.rule) return field.rule(edited);
  if (!field.convert || !rule) return rule ?? field.shape;
  return z.pipe(
    z.pipe(
      field.shape,
      z.transform(value => field.convert?.(value, edited)),
    ),
    rule,
  );
}

/** A text, which is null in an optional field without one. */
export const textField = <Name extends string>(
  name: Name,
): FormField<string, Readonly<Record<Name, string | null>>> => ({
  empty: '',
  shape: z.string(),
  read: source => source[name] ?? '',
});

/** A picture: a new one, the current one, or none. A file cannot be stored: a missing value means that the chosen one was lost. */
export const pictureField: FormField<File | 'current' | null, { readonly image: string | null }> = {
  empty: null,
  shape: z.union([z.instanceof(File), z.literal('current'), z.null()]),
  stored: z.catch(z.optional(z.nullable(z.literal('current'))), undefined),
  read: ({ image }) => (image === null ? null : 'current'),
};
