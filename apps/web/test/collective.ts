import type { Collective } from '@minga/contract/collectives';

/** An active collective of others, with what the test is about changed. */
export const aCollective = (changes: Partial<Collective> = {}): Collective => ({
  _id: '01950000-0000-7000-8000-00000000000a',
  slug: 'guardianes-del-rio',
  name: 'Guardianes del Río',
  description: 'Cuidamos el río Molino.',
  place: 'Popayán',
  website: null,
  whatsapp: null,
  image: null,
  picture: null,
  isVerified: false,
  status: 'active',
  myRole: null,
  isFollowing: false,
  followMail: null,
  followers: 12,
  upcoming: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...changes,
});
