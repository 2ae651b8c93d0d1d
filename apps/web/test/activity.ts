import type { Activity } from '@minga/contract/activities';

/** An activity of somebody else, long to come, approved; with what the test is about changed. */
export const anActivity = (changes: Partial<Activity> = {}): Activity => ({
  _id: '01930000-0000-7000-8000-00000000000a',
  title: 'Siembra de árboles',
  description: 'Trae guantes.',
  place: 'Cerro de la Eme',
  date: '2099-12-05T14:00:00.000Z',
  endDate: null,
  location: null,
  directions: '',
  isLocationPrivate: false,
  questions: [],
  responsible: ['Ana', 'Don Efraín'],
  image: null,
  picture: null,
  isPromoted: false,
  promotion: null,
  status: 'approved',
  user: { _id: '01930000-0000-7000-8000-00000000000b', username: 'Marta' },
  isOwner: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...changes,
});
