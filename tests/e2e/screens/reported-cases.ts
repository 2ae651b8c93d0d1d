import type { Activity } from '@minga/contract/activities';
import type { ReportCase } from '@minga/contract/administration/reports';
import type { Page } from '@playwright/test';
import { NOW } from './fixed-times.ts';
import type { SiteFixture } from './site-fixture.ts';

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * MINUTE_MS).toISOString();

const author: NonNullable<ReportCase['author']> = {
  _id: '01990000-0000-7000-8000-000000000001',
  username: 'María del Carmen Guadalupe Velasco de Solarte y Mosquera Paz',
  createdAt: '2026-03-03T15:00:00.000Z',
  isActive: true,
  activities: 12,
  casesAgainst: 1,
  casesDismissed: 2,
  canBan: true,
};

const open = { status: 'open', appeal: null, decision: null, canUndoUntil: null } as const;

/** Three open cases: an appeal, an activity with a picture and many reports, and a collective. */
export async function openCases(page: Page, site: SiteFixture): Promise<ReportCase[]> {
  const response = await page.request.get(`${site.url}/api/tasks/${site.luis.pot}`);
  const pot = (await response.json()) as Activity;
  return [
    {
      ...open,
      target: {
        type: 'activity',
        id: site.own.stall,
        title: 'Venta de rifas en el parque',
        text: 'Vendemos para arreglar el techo del salón comunal.',
        place: 'Parque Caldas',
        date: '2026-12-12T15:00:00.000Z',
        image: null,
        picture: null,
        status: 'rejected',
        path: `/actividades/${site.own.stall}`,
      },
      author: { ...author, username: 'Ana María Chocué', casesAgainst: 0, casesDismissed: 0 },
      reports: 1,
      reasons: [{ reason: 'spam', count: 1 }],
      latestReports: [{ reason: 'spam', text: '', createdAt: ago(3000), hasAccount: false }],
      openedAt: ago(40),
      appeal: {
        text: 'Lo que se recoge es para el techo del salón, y la cuenta la lleva la junta. Ya lo aclaramos en la descripción.',
        at: ago(40),
      },
      decision: {
        decision: 'hide',
        by: 'Yesid Muelas',
        decidedAt: ago(2000),
        note: 'Minga es para trabajo comunitario y gratuito: aquí no se vende ni se hace propaganda.',
      },
    },
    {
      ...open,
      target: {
        type: 'activity',
        id: pot._id,
        title: pot.title,
        text: pot.description,
        place: pot.place,
        date: pot.date,
        image: pot.image,
        picture: pot.picture,
        status: pot.status,
        path: `/actividades/${pot._id}`,
      },
      author,
      reports: 8,
      reasons: [
        { reason: 'fraude', count: 5 },
        { reason: 'datos', count: 2 },
        { reason: 'otro', count: 1 },
      ],
      latestReports: [
        {
          reason: 'fraude',
          createdAt: ago(12),
          hasAccount: true,
          text: 'Me pidieron consignar veinte mil pesos por Nequi antes de ir, y cuando llegué no había nadie.',
        },
        { reason: 'datos', text: 'Sale el teléfono de mi mamá.', createdAt: ago(150), hasAccount: false },
      ],
      openedAt: ago(600),
    },
    {
      ...open,
      target: {
        type: 'collective',
        id: '01990000-0000-7000-8000-000000000009',
        title: 'Guardianas del Cauca',
        text: 'Cuidamos el agua.',
        place: 'Popayán',
        date: null,
        image: null,
        picture: null,
        status: 'active',
        path: `/colectivos/${site.collective}`,
      },
      author: null,
      reports: 1,
      reasons: [{ reason: 'otro', count: 1 }],
      latestReports: [{ reason: 'otro', text: '', createdAt: ago(900), hasAccount: true }],
      openedAt: ago(900),
    },
  ];
}

/** Two decided cases; the first decision can still be undone. */
export async function decidedCases(page: Page, site: SiteFixture): Promise<ReportCase[]> {
  const [appealed, reported, collective] = (await openCases(page, site)) as [
    ReportCase,
    ReportCase,
    ReportCase,
  ];
  return [
    {
      ...reported,
      status: 'closed',
      target: { ...reported.target, status: 'rejected' },
      canUndoUntil: ago(-8),
      decision: {
        decision: 'hide',
        by: 'Yesid Muelas',
        decidedAt: ago(2),
        note: 'La actividad pide plata y no queda claro para qué. Explica en qué se usa y quién la recibe, o quita esa parte.',
      },
    },
    {
      ...collective,
      status: 'closed',
      decision: { decision: 'dismiss', note: '', by: null, decidedAt: ago(500) },
    },
    { ...appealed, status: 'closed' },
  ];
}
