import { accessibilities } from '@minga/contract/accessibility';
import type { WholeActivity } from '@minga/contract/activities';
import type { Certificate } from '@minga/contract/certificates';
import type { Collective } from '@minga/contract/collectives';
import type { Impact } from '@minga/contract/impact';
import { anActivity } from './test/activity.ts';

// Content of server-rendered screens for the extraction of their critical CSS: every part that they can have.

export const ID = '0197a000-0000-7000-8000-000000000000';

const plain = anActivity({
  _id: ID,
  title: 'Olla comunitaria',
  // Cut at every width; that of the third is cut on a phone only.
  description: 'Trae plato. '.repeat(60),
  place: 'Parque Caldas',
});
const need = {
  kind: 'task',
  name: 'Sembrar',
  quantity: 2,
  startsAt: null,
  endsAt: null,
  note: '',
  taken: 0,
} as const;
const needs: WholeActivity['needs'] = [
  {
    ...need,
    _id: ID,
    startsAt: '2999-12-05T14:00:00.000Z',
    endsAt: '2999-12-05T15:00:00.000Z',
    note: 'Con botas.',
  },
  { ...need, _id: ID, kind: 'thing', name: 'Palas', taken: 2 },
  // So many are folded.
  ...Array.from({ length: 8 }, () => ({ ...need, _id: ID })),
];
export const activities: WholeActivity[] = [
  plain,
  anActivity({
    _id: '0197a000-0000-7000-8000-000000000003',
    location: { latitude: 2.44, longitude: -76.61 },
    directions: 'Junto a la iglesia.',
    needs,
    needsRequired: true,
    capacity: 20,
    places: { taken: 5, free: 15, waiting: 0 },
    companionsMax: 2,
    accessibility: [...accessibilities],
    goals: [{ _id: ID, label: 'Sembrar', target: 300, unit: 'árboles', reached: 0 }],
    questions: [{ _id: ID, label: '¿Talla?', kind: 'text', required: true, options: [] }],
    selfCheckIn: true,
  }),
  {
    ...plain,
    _id: '0197a000-0000-7000-8000-000000000004',
    isLocationPrivate: true,
    capacity: 5,
    places: { taken: 5, free: 0, waiting: 3 },
    source: { host: 'example.org', isCancelled: true },
    hasWaitingList: false,
    contact: 'any',
    // It is being held.
    date: '2001-12-05T14:00:00.000Z',
    endDate: '2999-12-05T14:00:00.000Z',
  },
  {
    ...plain,
    _id: '0197a000-0000-7000-8000-000000000001',
    date: '2001-12-05T14:00:00.000Z',
    description: '',
    place: '',
    responsible: [],
    status: 'pending',
    goals: [{ _id: ID, label: 'Sembrar', target: 300, unit: 'árboles', reached: 120 }],
    memory: { text: 'Sembramos.', images: [{ _id: ID, url: `/imagenes/${ID}/1280.webp` }] },
  },
  {
    ...plain,
    _id: '0197a000-0000-7000-8000-000000000002',
    description: 'Trae plato. '.repeat(30),
    endDate: '2999-12-05T17:00:00.000Z',
    series: {
      _id: ID,
      index: 1,
      count: 12,
      repeat: { frequency: 'weekly', interval: 1, weekdays: ['th'] },
      remaining: 12,
    },
    category: 'cultura',
    tags: ['olla'],
    distanceKm: 1.6,
    isPromoted: true,
    collective: { _id: ID, slug: 'guardianes', name: 'Guardianes del Río', isVerified: true },
    promotion: { startDate: '2001-12-05T14:00:00.000Z', endDate: '2999-12-05T14:00:00.000Z' },
    image: `/imagenes/${ID}/960.webp`,
    picture: {
      width: 960,
      height: 540,
      widths: [320, 960],
      hasAvif: true,
      placeholder: 'data:image/webp;base64,AA',
    },
  },
];
export const aFullList = Array.from({ length: 30 }, (_, number) => ({ ...plain, _id: `${ID}-${number}` }));

export const aFullMonth = aFullList.map((activity, index) => ({
  ...activity,
  // The last is on a past day.
  date: `2126-12-${index === aFullList.length - 1 ? '02' : '05'}T14:00:00.000Z`,
  endDate: index === 0 ? '2126-12-09T14:00:00.000Z' : null,
}));

export const bare: Collective = {
  _id: ID,
  slug: 'guardianes',
  name: 'Guardianes del Río',
  description: '',
  place: '',
  website: null,
  whatsapp: null,
  image: null,
  picture: null,
  isVerified: false,
  status: 'active',
  myRole: null,
  isFollowing: false,
  followMail: null,
  followers: 0,
  upcoming: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
};
export const collectives: Collective[] = [
  bare,
  {
    ...bare,
    _id: '0197a000-0000-7000-8000-000000000001',
    slug: 'tejedoras',
    description: 'Tejemos.',
    place: 'Silvia',
    website: 'https://example.org',
    whatsapp: '+573124567890',
    image: `/imagenes/${ID}/960.webp`,
    picture: {
      width: 960,
      height: 540,
      widths: [960],
      hasAvif: true,
      placeholder: 'data:image/webp;base64,AA',
    },
    isVerified: true,
    followers: 12,
    upcoming: 3,
  },
];

export const aYear: Impact = {
  activities: 3,
  people: 12,
  hours: 30.5,
  goals: [{ unit: 'árboles', reached: 300 }],
  months: [{ month: '2126-12', activities: 3, people: 12, hours: 30.5 }],
};

export const certificate: Certificate = {
  number: 'K7MN-2RTX-9QWE',
  issuedAt: '2026-11-01T10:00:00.000Z',
  revokedAt: null,
  name: 'Rosa',
  hours: 3,
  period: { from: null, until: null },
  activities: [
    {
      title: 'Olla comunitaria',
      date: '2026-10-05T14:00:00.000Z',
      endDate: '2026-10-05T17:00:00.000Z',
      place: 'Parque Caldas',
      collective: 'Guardianes del Río',
      hours: 3,
    },
  ],
};
