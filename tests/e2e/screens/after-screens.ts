import type { Page } from '@playwright/test';
import { dayAt } from './fixed-times.ts';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const after = ({ past }: SiteFixture) => `/tasks/${past[0]}/despues`;

const TEXTS = [
  'Muy bien organizado. Para la próxima, más sombra y un punto de agua.',
  'Volvería mañana mismo.',
  'Mis hijos quedaron felices: preguntan cuándo es la otra.\n\nGracias por el sancocho.',
];

/** Three weeks ago it had two goals, and 21 people came. */
async function stubHeld(page: Page): Promise<void> {
  await changeResponse(page, 'GET /tasks/*', activity => ({
    ...activity,
    goals: [
      {
        _id: '0199eeee-0000-7000-8000-000000000001',
        label: 'Recoger',
        target: 40,
        unit: 'bultos',
        reached: 32,
      },
    ],
    endDate: dayAt(-1, 12),
  }));
  await stubResponse(page, 'GET /attendances/*/turnout', {
    confirmed: { parties: 16, people: 25 },
    checkedIn: { parties: 12, people: 18 },
    walkIns: { parties: 2, people: 3 },
    unreachable: { parties: 2, people: 3 },
  });
  await stubResponse(page, 'GET /attendances/feedback/*', { average: 4.4, count: 9, texts: TEXTS });
}

/** The activity was yesterday, and the viewer came. */
async function stubAsked(page: Page, state: object): Promise<void> {
  const yesterday = { date: dayAt(-1, 9), endDate: dayAt(-1, 12) };
  await changeResponse(page, 'GET /tasks/*', activity => ({ ...activity, ...yesterday }));
  const own = { canAnswer: true, feedback: null, ...state };
  await stubResponse(page, 'POST /attendances/feedback/*/mine', own);
}

/** The screen 'Después' of an activity, in its states, and the question to an account that came. */
export const afterScreens: readonly Screen[] = [
  { name: 'after', viewer: 'owner', path: after, stub: stubHeld, shows: 'Volvería mañana mismo.' },
  {
    name: 'after-empty',
    viewer: 'owner',
    path: after,
    shows: 'No quedaron llegadas registradas',
  },
  {
    name: 'after-thanks',
    viewer: 'owner',
    path: after,
    stub: stubHeld,
    interact: page => page.getByRole('button', { name: 'Dar las gracias' }).click(),
    shows: 'No se puede deshacer',
  },
  {
    name: 'after-thanked',
    viewer: 'owner',
    path: after,
    stub: async page => {
      await stubHeld(page);
      await stubResponse(page, 'GET /tasks/*/messages', [
        {
          _id: '0199eeee-0000-7000-8000-000000000002',
          subject: 'Gracias por hacer parte',
          text: 'Gracias de corazón.',
          to: 'confirmed',
          sender: 'Nubia',
          recipients: 14,
          createdAt: dayAt(-1, 18),
          unreached: { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 },
        },
      ]);
    },
    shows: /^Ya diste las gracias/,
  },
  {
    name: 'after-not-begun',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}/despues`,
    shows: 'Todavía no comienza',
  },
  {
    name: 'after-loading',
    viewer: 'owner',
    path: after,
    stub: async page => {
      for (const call of ['GET /attendances/*/turnout', 'GET /attendances/feedback/*'] as const)
        await stubPending(page, call);
    },
    shows: 'Lo que dijeron',
  },
  {
    name: 'after-error',
    viewer: 'owner',
    path: after,
    stub: async page => {
      for (const call of ['GET /attendances/*/turnout', 'GET /attendances/feedback/*'] as const)
        await stubError(page, call);
    },
    shows: 'Lo que dijeron',
  },
  {
    name: 'activity-feedback',
    viewer: 'user',
    path: ({ luis }) => `/actividades/${luis.pot}`,
    stub: page => stubAsked(page, {}),
    shows: '¿Cómo te fue?',
  },
  {
    name: 'activity-feedback-declined',
    viewer: 'user',
    path: ({ luis }) => `/actividades/${luis.pot}`,
    stub: page => stubAsked(page, { isDeclined: true }),
    shows: 'Contar cómo me fue',
  },
];
