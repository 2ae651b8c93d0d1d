import type { Page } from '@playwright/test';
import { NOW } from './fixed-times.ts';
import { stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const page = ({ collective }: SiteFixture) => `/colectivos/${collective}`;
const team = (site: SiteFixture) => `${page(site)}/equipo`;
const INVITATION = '/invitacion?token=invitacion-de-muestra-de-las-pantallas';
const OFFER = {
  kind: 'collective',
  name: 'Guardianas del río Molino',
  role: 'organizer',
  slug: 'guardianas-del-rio-molino',
  taskId: null,
  expiresAt: NOW,
};

const edit = (site: SiteFixture) => `${page(site)}/editar`;
const WEBHOOK = {
  _id: '01930000-0000-7000-8000-0000000000e1',
  url: 'https://recibe.example.org/minga',
  events: ['activity.published', 'attendance.confirmed'],
  isActive: true,
  createdAt: NOW,
  failingSince: null,
};
const DELIVERY = {
  _id: '01930000-0000-7000-8000-0000000000e3',
  event: 'attendance.confirmed',
  state: 'delivered',
  attempts: 1,
  responseStatus: 204,
  error: null,
  createdAt: NOW,
  lastAttemptAt: NOW,
  nextAttemptAt: null,
};
const calendars = (site: SiteFixture) => `${page(site)}/calendarios`;
const CALENDARS = 'GET /collectives/*/calendars';
const LEFT_OUT = 'El evento de la línea 41 no tiene título (SUMMARY)';
const CALENDAR = {
  _id: '01930000-0000-7000-8000-0000000000f1',
  host: 'agenda.riovivo.example.org',
  category: 'ambiente',
  state: 'ok',
  lastReadAt: NOW,
  error: null,
  activities: 14,
  edited: 2,
  cancelled: 1,
  vanished: 0,
  summary: {
    activities: 14,
    series: 3,
    withoutPlace: 2,
    leftOut: 0,
    beyondLimit: 0,
    edits: [
      {
        activityId: '01930000-0000-7000-8000-0000000000e1',
        title: 'Jornada de limpieza del río Molino',
        fields: ['title', 'place'],
      },
      { activityId: '01930000-0000-7000-8000-0000000000e2', title: 'Taller de compost', fields: ['when'] },
    ],
  },
};
/** Calendars that are read, being read, failing, and without most of what they had. */
const CALENDAR_STATES = [
  CALENDAR,
  {
    ...CALENDAR,
    _id: '01930000-0000-7000-8000-0000000000f2',
    host: 'nube.parroquiasanfrancisco.example.org',
    category: null,
    state: 'failed',
    summary: null,
    activities: 0,
    edited: 0,
    cancelled: 0,
    error: 'La dirección no lleva a un calendario (.ics) completo',
  },
  {
    ...CALENDAR,
    _id: '01930000-0000-7000-8000-0000000000f3',
    host: 'outlook.office365.com',
    category: null,
    edited: 0,
    cancelled: 0,
    vanished: 8,
  },
];
const PREVIEW = 'POST /collectives/*/calendars/preview';
const PREVIEWED = {
  error: null,
  summary: { ...CALENDAR.summary, leftOut: 1, leftOutReasons: [LEFT_OUT] },
  first: [
    {
      title: 'Jornada de limpieza del río Molino',
      date: '2026-12-05T13:00:00Z',
      place: 'Puente del Humilladero',
    },
    { title: 'Biblioteca en la calle', date: '2026-12-06T19:00:00Z', place: 'Parque Caldas' },
    { title: 'Taller de compost en la huerta comunitaria', date: '2026-12-08T15:00:00Z', place: null },
  ],
};
const openWebhooks = (view: Page) =>
  view.getByRole('region', { name: 'Webhooks', exact: true }).locator('summary').first().click();

/** Collectives, their teams, and the invitations to a team. */
export const collectiveScreens: readonly Screen[] = [
  { name: 'collectives', viewer: 'visitor', path: '/colectivos', shows: '1 colectivo' },
  { name: 'collectives-own', viewer: 'owner', path: '/colectivos', shows: 'Mis colectivos' },
  { name: 'collective', viewer: 'visitor', path: page, shows: 'Colectivo verificado.' },
  { name: 'collective-followed', viewer: 'user', path: page, shows: 'Dejar de seguir' },
  { name: 'collective-member', viewer: 'owner', path: page, shows: 'Ver el equipo' },
  {
    name: 'collective-missing',
    viewer: 'visitor',
    path: '/colectivos/no-existe',
    shows: 'No encontramos este colectivo',
  },
  { name: 'new-collective', viewer: 'newcomer', path: '/colectivos/nuevo', shows: 'Página web' },
  {
    name: 'new-collective-errors',
    viewer: 'newcomer',
    path: '/colectivos/nuevo',
    interact: view => press(view, 'Crear colectivo'),
    shows: 'El nombre es requerido',
  },
  { name: 'edit-collective', viewer: 'owner', path: edit, shows: /Eliminar/ },
  {
    name: 'webhooks',
    viewer: 'owner',
    path: edit,
    stub: async view => {
      await stubResponse(view, 'GET /collectives/*/webhooks', [
        WEBHOOK,
        {
          ...WEBHOOK,
          _id: '01930000-0000-7000-8000-0000000000e2',
          url: 'https://otro.example.org/',
          isActive: false,
        },
      ]);
      await stubResponse(view, 'GET /collectives/*/webhooks/*/deliveries', [
        DELIVERY,
        {
          ...DELIVERY,
          _id: WEBHOOK._id,
          event: 'ping',
          state: 'failed',
          attempts: 9,
          responseStatus: 500,
          error: 'La respuesta no fue 2xx',
        },
      ]);
    },
    interact: async view => {
      await openWebhooks(view);
      await view.getByText('Entregas', { exact: true }).first().click();
    },
    shows: '9 intentos · respuesta 500 · La respuesta no fue 2xx',
  },
  {
    name: 'webhook-created',
    viewer: 'owner',
    path: edit,
    stub: async view => {
      await stubResponse(view, 'GET /collectives/*/webhooks', [WEBHOOK]);
      const secret = `whsec_${'Qk3x9VbT'.repeat(5)}abc`;
      await stubResponse(view, 'POST /collectives/*/webhooks', { ...WEBHOOK, secret }, 201);
    },
    interact: async view => {
      await openWebhooks(view);
      await view.getByLabel('Dirección que recibe los avisos').fill(WEBHOOK.url);
      await press(view, 'Crear webhook');
    },
    shows: 'Así lo comprueba un programa en Node.js:',
  },
  {
    name: 'webhook-errors',
    viewer: 'owner',
    path: edit,
    stub: view => stubResponse(view, 'GET /collectives/*/webhooks', []),
    interact: async view => {
      await openWebhooks(view);
      await press(view, 'Crear webhook');
    },
    shows: 'La dirección es requerida',
  },
  {
    name: 'calendars',
    viewer: 'owner',
    path: calendars,
    stub: view => stubResponse(view, CALENDARS, CALENDAR_STATES),
    shows: '14 actividades, 3 se repiten, 2 sin lugar',
  },
  {
    name: 'calendars-none',
    viewer: 'owner',
    path: calendars,
    stub: view => stubResponse(view, CALENDARS, []),
    shows: 'Todavía de ningún calendario.',
  },
  {
    name: 'calendars-loading',
    viewer: 'owner',
    path: calendars,
    stub: view => stubPending(view, CALENDARS),
    shows: 'Traer de un calendario',
  },
  {
    name: 'calendars-error',
    viewer: 'owner',
    path: calendars,
    stub: view => stubError(view, CALENDARS),
    shows: /^Demasiados intentos/,
  },
  {
    name: 'calendars-preview',
    viewer: 'owner',
    path: calendars,
    stub: async view => {
      await stubResponse(view, CALENDARS, []);
      await stubResponse(view, PREVIEW, PREVIEWED);
    },
    interact: async view => {
      await view.getByLabel('Dirección del calendario').fill('https://agenda.example.org/barrio.ics');
      await press(view, 'Ver qué trae');
    },
    shows: '14 actividades, 3 se repiten, 2 sin lugar, 1 que no entendimos',
  },
  {
    name: 'calendars-wrong',
    viewer: 'owner',
    path: calendars,
    stub: async view => {
      await stubResponse(view, CALENDARS, []);
      await stubResponse(view, PREVIEW, PREVIEWED);
      await stubError(view, 'POST /collectives/*/calendars', 409, {
        message: 'El colectivo ya lee este calendario',
        code: 'CONFLICT',
      });
    },
    interact: async view => {
      await view.getByLabel('Dirección del calendario').fill('https://agenda.example.org/barrio.ics');
      await press(view, 'Ver qué trae');
      await press(view, 'Traer sus actividades');
    },
    shows: 'El colectivo ya lee este calendario',
  },
  {
    name: 'calendars-stop',
    viewer: 'owner',
    path: calendars,
    stub: view => stubResponse(view, CALENDARS, CALENDAR_STATES),
    interact: view => press(view, 'Dejar de leer: agenda.riovivo.example.org'),
    shows: { dialog: 'Dejar de leer agenda.riovivo.example.org' },
  },
  {
    name: 'calendars-vanished',
    viewer: 'owner',
    path: calendars,
    stub: view => stubResponse(view, CALENDARS, CALENDAR_STATES),
    interact: view => press(view, 'Quitarlas también aquí'),
    shows: { dialog: '¿Quitar lo que el calendario ya no tiene?' },
  },
  { name: 'team', viewer: 'owner', path: team, shows: 'Quiénes hacen parte' },
  {
    name: 'team-invite',
    viewer: 'owner',
    path: team,
    interact: view => press(view, 'Invitar a alguien'),
    shows: { dialog: 'Invitar a alguien' },
  },
  {
    name: 'team-fault',
    viewer: 'owner',
    path: team,
    stub: view => stubError(view, 'GET /collectives/*/members'),
    shows: 'No pudimos mostrar esta parte',
  },
  {
    name: 'invitation',
    viewer: 'user',
    path: INVITATION,
    stub: view => stubResponse(view, 'POST /invitations/read', OFFER),
    shows: 'Aceptar',
  },
  {
    name: 'invitation-visitor',
    viewer: 'visitor',
    path: INVITATION,
    stub: view => stubResponse(view, 'POST /invitations/read', OFFER),
    shows: 'Te invitan a Guardianas del río Molino',
  },
  { name: 'invitation-invalid', viewer: 'visitor', path: INVITATION, shows: 'Pide que te inviten otra vez' },
  {
    name: 'invitation-loading',
    viewer: 'visitor',
    path: INVITATION,
    stub: view => stubPending(view, 'POST /invitations/read'),
    shows: /invitación/,
  },
  {
    name: 'admin-collectives',
    viewer: 'admin',
    path: '/admin-dashboard?tab=colectivos',
    shows: 'Guardianas del río Molino',
  },
];
