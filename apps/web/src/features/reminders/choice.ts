import * as z from 'zod/mini';

/** An activity for which the user can set a reminder. */
export interface Choice {
  readonly _id: string;
  readonly title: string;
  readonly date: string;
  /** Null: without an end. */
  readonly endDate: string | null;
  readonly place: string;
  readonly description: string;
}

const optionalText = z.catch(z.string(), '');
const optionalTime = z.catch(z.nullable(z.string()), null);
const requiredText = z.string().check(z.minLength(1));

/** Id, title and date of an activity are required (docs/rules.md R5.7). */
const attendanceRow = z.object({
  _id: requiredText,
  task: z.object({
    _id: requiredText,
    title: requiredText,
    date: requiredText,
    endDate: optionalTime,
    place: optionalText,
    description: optionalText,
  }),
});

/** The distinct activities of the attendances, by date; incomplete ones are dropped. Null if the input is not a list. */
export function confirmedChoices(attendances: unknown): Choice[] | null {
  if (!Array.isArray(attendances)) return null;
  const tasks = attendances.flatMap(row => attendanceRow.safeParse(row).data?.task ?? []);
  return byDate([...new Map(tasks.map(task => [task._id, task])).values()]);
}

/** Ascending; invalid dates last. */
const byDate = (choices: Choice[]): Choice[] =>
  choices.toSorted((one, other) => (Date.parse(one.date) || Infinity) - (Date.parse(other.date) || Infinity));
