import { accessibilities } from '@minga/contract/accessibility';
import type { WholeActivity } from '@minga/contract/activities';
import {
  type ActivityEdit,
  activityEdit,
  createActivity,
  newActivity,
  updateActivity,
} from '@minga/contract/activity-fields';
import { contacts } from '@minga/contract/contact';
import { COMPANIONS_MAX } from '@minga/contract/places';
import { questionKinds } from '@minga/contract/questions';
import { categories } from '@minga/contract/topics';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { declareResponses, respond, type SentRequest } from '../../../../test/server.ts';
import { deviceDraft } from '../../../lib/storage/device-drafts.ts';
import { activityDraftSchema, type DraftValues, storedValues, toDraft } from './activity-draft.ts';
import { noRepeat } from './draft-parts.ts';
import { toPickerText } from './picked-date.ts';
import { useCreateActivity, useUpdateActivity } from './save-api.ts';

const { _id: id } = anActivity();
const MINUTE = 60_000;

/** One line of at least `least` letters, as the server stores it. */
const line = (most: number, least = 0) =>
  fc.string({ unit: fc.constantFrom(...'aeiñú'), minLength: least, maxLength: most });
const lines = (most: number) => fc.array(line(20, 1), { maxLength: most });
const flag = fc.boolean();
const number = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String);
const orEmpty = <Value,>(value: fc.Arbitrary<Value>) => fc.oneof(fc.constant('' as const), value);
const listOf = <Value extends object>(value: fc.Arbitrary<Value>, most: number) =>
  fc.array(
    fc.tuple(fc.uuid(), value).map(([_id, rest]) => ({ _id, ...rest })),
    { maxLength: most },
  );

/** Minutes of the second half of this century, as the picker has them; `minutes` later is the end. */
const moment = fc.integer({ min: Date.UTC(2050, 0) / MINUTE, max: Date.UTC(2099, 0) / MINUTE });
const picked = (minutes: number) => toPickerText(new Date(minutes * MINUTE));
const typed = (minutes: number) => picked(minutes).slice(0, 16).replace(' ', 'T');

const question = fc.record({ label: line(60, 1), kind: fc.constantFrom(...questionKinds), required: flag });
const options = fc.uniqueArray(line(20, 1), { minLength: 2, maxLength: 5 }).map(each => each.join('\n'));
const need = fc.record({ name: line(60, 1), quantity: number(1, 999), note: line(60) });

/** Every field but those that a request treats apart; the compiler demands each. */
const fields: {
  [Name in Exclude<keyof DraftValues, 'date' | 'endDate' | 'repeat'>]: fc.Arbitrary<DraftValues[Name]>;
} = {
  title: line(90, 1),
  description: lines(3).map(each => each.join('\n')),
  place: line(40),
  responsible: fc.array(line(10, 1), { maxLength: 5 }).map(names => names.join(', ')),
  directions: lines(3).map(each => each.join('\n\n')),
  location: orEmpty(
    fc
      .tuple(fc.integer({ min: 2_400_000, max: 2_500_000 }), fc.integer({ min: 76_500_000, max: 76_700_000 }))
      .map(([north, west]) => `${north / 1e6}, ${-west / 1e6}`),
  ),
  isLocationPrivate: flag,
  questions: listOf(
    fc
      .tuple(question, options)
      .map(([rest, texts]) => ({ ...rest, options: rest.kind === 'choice' ? texts : '' })),
    5,
  ),
  needs: listOf(
    fc.oneof(
      need.map(rest => ({ ...rest, kind: 'thing' as const, startsAt: '', endsAt: '' })),
      fc.tuple(need, moment, fc.integer({ min: 1, max: 600 })).map(([rest, start, length]) => ({
        ...rest,
        kind: 'task' as const,
        startsAt: typed(start),
        endsAt: typed(start + length),
      })),
    ),
    5,
  ),
  goals: listOf(fc.record({ label: line(60, 1), target: number(1, 1_000_000), unit: line(20, 1) }), 5),
  needsRequired: flag,
  contact: fc.constantFrom(...contacts),
  capacity: orEmpty(number(1, 100_000)),
  companionsMax: number(0, COMPANIONS_MAX),
  hasWaitingList: flag,
  asksAgain: flag,
  collectiveId: orEmpty(fc.uuid()),
  category: orEmpty(fc.constantFrom(...categories)),
  tags: fc.uniqueArray(line(30, 1), { maxLength: 5 }).map(tags => tags.join(', ')),
  accessibility: fc.subarray([...accessibilities]),
  chatUrl: orEmpty(line(20, 1).map(text => `https://chat.example.org/${encodeURI(text)}`)),
  selfCheckIn: flag,
  isFederated: flag,
  image: fc.constantFrom(null, new File(['foto'], 'foto.jpg', { type: 'image/jpeg' })),
};

const values: fc.Arbitrary<DraftValues> = fc
  .record({ ...fields, start: moment, length: fc.option(fc.integer({ min: 1, max: 14 * 24 * 60 })) })
  .map(({ start, length, ...rest }) => ({
    ...rest,
    date: picked(start),
    endDate: length === null ? '' : picked(start + length),
    repeat: noRepeat,
  }));

/** The activity as the server stores it, `before` the request if it is an edit. */
function stored({ body }: SentRequest, before: WholeActivity | null): WholeActivity {
  const isForm = body instanceof FormData;
  const { collectiveId, removeImage, releaseClaims, ...request }: ActivityEdit = (
    before === null ? newActivity : activityEdit
  ).parse(isForm ? Object.fromEntries(body) : body) as ActivityEdit;
  const sent = JSON.parse(JSON.stringify(request)) as WholeActivity;
  const current = removeImage ? null : (before?.image ?? null);
  const collective = collectiveId ? { _id: collectiveId, slug: 'rio', name: 'Río', isVerified: true } : null;
  return anActivity({
    ...sent,
    needs: sent.needs.map(each => ({ ...each, taken: 0 })),
    goals: sent.goals.map(each => ({ ...each, reached: 0 })),
    collective: collectiveId === undefined ? (before?.collective ?? null) : collective,
    image: isForm && body.has('image') ? '/imagenes/a/1280.webp' : current,
  });
}

/** The values after saving. */
const saved = (draft: DraftValues) => ({ ...draft, image: draft.image === null ? null : 'current' });

test('what the form sends is what it has when the activity is opened again', async () => {
  let activity: WholeActivity | null = null;
  const store = (request: SentRequest) => {
    activity = stored(request, activity);
    return { body: activity };
  };
  declareResponses({ ...respond(createActivity, store), ...respond(updateActivity, store, { id }) });
  const client = new QueryClient();
  const { result } = renderHook(() => ({ create: useCreateActivity(), update: useUpdateActivity(id) }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const upload = { onProgress: () => {}, signal: new AbortController().signal };

  await fc.assert(
    fc.asyncProperty(values, values, async (first, second) => {
      activity = null;
      const created = await result.current.create.mutateAsync({
        draft: activityDraftSchema().parse(first),
        ...upload,
      });
      expect(toDraft(created.activity)).toEqual(saved(first));
      const changed = await result.current.update.mutateAsync({
        draft: activityDraftSchema(created.activity).parse(second),
        ...upload,
      });
      expect(toDraft(changed.activity)).toEqual(saved(second));
    }),
    { numRuns: 60 },
  );
});

test('the form has every field that requests have', () => {
  const apart = ['removeImage', 'releaseClaims'];
  const requested = [...Object.keys(newActivity.shape), ...Object.keys(activityEdit.shape), 'image'];
  expect(Object.keys(toDraft(anActivity())).toSorted()).toEqual(
    [...new Set(requested)].filter(name => !apart.includes(name)).toSorted(),
  );
});

test('what is typed is what a later visit finds in the draft', () => {
  fc.assert(
    fc.property(values, draft => {
      const device = deviceDraft('maria.new', storedValues);
      expect(device.write(draft, null, null)).toBe(true);
      const { image } = draft;
      expect(device.read()?.values).toEqual({ ...draft, image: image instanceof File ? undefined : image });
    }),
    { numRuns: 60 },
  );
});
