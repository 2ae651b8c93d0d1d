import type { WholeActivity } from '@minga/contract/activities';
import type { ActivityFields } from '@minga/contract/activity-fields';
import { NO_LOCATION_DETAILS } from '@minga/contract/location';
import type { Missing, Need } from '@minga/contract/needs';

/** An activity of another account, long to come, approved; with what the test is about changed. */
export const anActivity = (changes: Partial<WholeActivity> = {}): WholeActivity => ({
  _id: '01930000-0000-7000-8000-00000000000a',
  shortId: '7K2MPQ4',
  title: 'Siembra de árboles',
  description: 'Trae guantes.',
  place: 'Cerro de la Eme',
  date: '2099-12-05T14:00:00.000Z',
  endDate: null,
  series: null,
  ...NO_LOCATION_DETAILS,
  isLocationPrivate: false,
  questions: [],
  needs: [],
  hasQuestions: (changes.questions ?? []).length > 0,
  hasNeeds: (changes.needs ?? []).length > 0,
  missing: missingIn(changes.needs ?? []),
  needsRequired: false,
  contact: 'email',
  capacity: null,
  companionsMax: 0,
  hasWaitingList: true,
  asksAgain: false,
  goals: [],
  places: { taken: 0, free: null, waiting: 0 },
  category: null,
  tags: [],
  accessibility: [],
  selfCheckIn: false,
  source: null,
  chatUrl: null,
  responsible: ['Ana', 'Don Efraín'],
  image: null,
  picture: null,
  isPromoted: false,
  promotion: null,
  status: 'approved',
  user: { _id: '01930000-0000-7000-8000-00000000000b', username: 'Marta' },
  isOwner: false,
  canManage: changes.isOwner ?? false,
  canCheckIn: changes.canManage ?? changes.isOwner ?? false,
  collective: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...changes,
});

/** The fields of a request whose form leaves them as they are: a new field has its line here. */
export const unwritten = {
  endDate: null,
  location: null,
  directions: '',
  isLocationPrivate: false,
  questions: [],
  needs: [],
  goals: [],
  needsRequired: false,
  contact: 'email',
  capacity: null,
  companionsMax: 0,
  hasWaitingList: true,
  asksAgain: false,
  accessibility: [],
  chatUrl: null,
  selfCheckIn: false,
  isFederated: true,
  category: null,
  tags: [],
} satisfies Partial<ActivityFields>;

/** As the server computes it. */
function missingIn(needs: readonly Need[]): Missing | null {
  const open = needs.filter(({ quantity, taken }) => taken < quantity);
  const [first] = open;
  return first === undefined
    ? null
    : {
        kind: first.kind,
        name: first.name,
        quantity: first.quantity - first.taken,
        others: open.length - 1,
        areTasks: open.every(({ kind }) => kind === 'task'),
      };
}
