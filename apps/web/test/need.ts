import type { Need } from '@minga/contract/needs';

/** Two cooks, of whom none has come forward. */
export const aNeed = (values: Partial<Need> = {}): Need => ({
  _id: '0197b2f0-0000-7000-8000-0000000000c1',
  kind: 'task',
  name: 'Cocina',
  quantity: 2,
  startsAt: null,
  endsAt: null,
  note: '',
  taken: 0,
  ...values,
});
