import * as z from 'zod/mini';

/** An activity that one may be reminded of. */
export interface Choice {
  readonly _id: string;
  readonly title: string;
  readonly date: string;
  readonly place: string;
  readonly description: string;
}

const words = z.catch(z.string(), '');
const filled = z.string().check(z.minLength(1));

/** Without one of the first three there is nothing to be reminded of (spec 001 section 2.2). */
const attended = z.object({
  _id: filled,
  task: z.object({ _id: filled, title: filled, date: filled, place: words, description: words }),
});

/** The activities of one's attendances, each once, by date; what is incomplete is left out. Null: it is no list at all. */
export function confirmedChoices(attendances: unknown): Choice[] | null {
  if (!Array.isArray(attendances)) return null;
  const tasks = attendances.flatMap(row => attended.safeParse(row).data?.task ?? []);
  return byDate([...new Map(tasks.map(task => [task._id, task])).values()]);
}

/** The nearest first; a date that is none comes last. */
const byDate = (choices: Choice[]): Choice[] =>
  choices.toSorted((one, other) => (Date.parse(one.date) || Infinity) - (Date.parse(other.date) || Infinity));
