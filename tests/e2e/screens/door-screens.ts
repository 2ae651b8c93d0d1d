import type { Page } from '@playwright/test';
import { changeResponse, stubError } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

/** Of an activity four days ago: its door is open for seven. */
const door = ({ past }: SiteFixture) => `/tasks/${past[1]}/puerta`;
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

/** The door. */
export const doorScreens: readonly Screen[] = [
  { name: 'door', viewer: 'owner', path: door, shows: '2 de 4 confirmaciones' },
  {
    name: 'door-admitted',
    viewer: 'owner',
    path: door,
    stub: page => stubError(page, 'POST /attendances/*/check-ins'),
    interact: admitOnly,
    shows: 'Puede entrar.',
  },
  {
    name: 'door-walk-in',
    viewer: 'owner',
    path: door,
    interact: page => press(page, 'Llegó sin confirmar'),
    shows: { dialog: 'Llegó sin confirmar' },
  },
  {
    name: 'door-erase-hours',
    viewer: 'owner',
    path: door,
    stub: page => changeResponse(page, 'GET /attendances/*/door', confirmHours),
    interact: page => press(page, /^Deshacer: /),
    shows: { dialog: 'Deshacer la llegada y borrar las horas' },
  },
  {
    name: 'door-camera-refused',
    viewer: 'owner',
    path: door,
    stub: refuseCamera,
    interact: page => press(page, 'Leer códigos'),
    shows: 'Falta el permiso de la cámara',
  },
  {
    name: 'door-not-yet',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}/puerta`,
    shows: /^La puerta abre el/,
  },
  {
    name: 'door-of-others',
    viewer: 'owner',
    path: ({ luis }) => `/tasks/${luis.pot}/puerta`,
    shows: 'Aquí reciben quienes organizan',
  },
];

/** Marks the hours of every attendee as confirmed. */
function confirmHours(list: object): object {
  const { attendances } = list as { attendances: object[] };
  return { ...list, attendances: attendances.map(entry => ({ ...entry, hasHours: true })) };
}

/** Admits a person in this state only: what the device would send during the next ones is deleted. */
async function admitOnly(page: Page): Promise<void> {
  await press(page, /^Llegó: /);
  await page.getByText('Por enviar: 1').waitFor();
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('minga-outbox');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite');
          transaction.objectStore('entries').clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
}

async function refuseCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('refused', 'NotAllowedError');
    };
  });
}
