import { type Need, needKinds } from '@minga/contract/needs';
import { writtenNeed } from '@minga/contract/written-needs';
import * as z from 'zod/mini';
import { fromPickerText, toPickerText } from './picked-date.ts';

/** A need in the form: a line of a list on paper. */
export const storedNeed = z.object({
  _id: z.optional(z.string()),
  kind: z.enum(needKinds),
  name: z.string(),
  quantity: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  note: z.string(),
});

const INPUT_LENGTH = '2026-12-05T09:00'.length;

/** The text of a native input of day and time (`2026-12-05T09:00`, site time); empty: none. */
const toInputText = (moment: string | Date | null): string =>
  moment === null ? '' : toPickerText(moment).replace(' ', 'T').slice(0, INPUT_LENGTH);

const fromInputText = (text: string): Date => fromPickerText(`${text.replace('T', ' ')}:00`);

const GROUPED = /^\s*\d{1,3}(\.\d{3})+\s*$/;

/** A need as the form has it, parsed to what a request sends. */
const needDraft = z.pipe(
  z.pipe(
    storedNeed,
    z.transform(
      ({ quantity, startsAt, endsAt, ...need }): z.input<typeof writtenNeed> => ({
        ...need,
        // As people write it: '1.000'.
        quantity: Number(GROUPED.test(quantity) ? quantity.replaceAll('.', '') : quantity),
        // A thing has no times, but keeps what was typed while its kind is changed.
        startsAt: need.kind === 'task' && startsAt !== '' ? fromInputText(startsAt).toISOString() : null,
        endsAt: need.kind === 'task' && endsAt !== '' ? fromInputText(endsAt).toISOString() : null,
      }),
    ),
  ),
  writtenNeed,
);

/** The lines of the form's list without the blank ones; each error has the index of its line. */
export const needsDraft = z.pipe(
  z.array(
    z.pipe(
      z.pipe(
        storedNeed,
        z.transform(need => (isBlank(need) ? null : need)),
      ),
      z.nullable(needDraft),
    ),
  ),
  z.transform(needs => needs.filter(need => need !== null)),
);

/** Needs as a request sends them. */
export const needsBody = (needs: z.output<typeof needsDraft>) =>
  needs.map(({ startsAt, endsAt, ...need }) => ({
    ...need,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }));

export type NeedDraft = z.infer<typeof storedNeed>;

export const emptyNeed: NeedDraft = {
  ...{ kind: 'task', name: '', quantity: '1', startsAt: '', endsAt: '', note: '' },
};

export const toNeedDraft = ({ taken: _taken, ...need }: Need): NeedDraft => ({
  ...need,
  quantity: String(need.quantity),
  startsAt: toInputText(need.startsAt),
  endsAt: toInputText(need.endsAt),
});

/** The same need when its activity moves from one picked date to another: the times of a task move along. */
export function movedNeed(need: NeedDraft, from: string, to: string): NeedDraft {
  const distance = fromPickerText(to).getTime() - fromPickerText(from).getTime();
  const moved = (text: string) =>
    text === '' ? '' : toInputText(new Date(fromInputText(text).getTime() + distance));
  return { ...need, startsAt: moved(need.startsAt), endsAt: moved(need.endsAt) };
}

/** A line on which nothing is written; it is not sent. */
export const isBlank = ({ name, note }: NeedDraft): boolean => name.trim() === '' && note.trim() === '';
