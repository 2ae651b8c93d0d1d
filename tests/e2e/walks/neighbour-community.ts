import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Product } from '../../../scripts/product.ts';
import type { ApiClient } from '../accounts.ts';
import { call, createMemberClient } from '../screens/api-clients.ts';
import { writeMemory } from '../screens/set-up-past.ts';
import { times } from './neighbour-times.ts';

const TITLE = 'Siembra en la ronda del río';
const COLLECTIVE = 'Guardianes del Río Molino';
const SLUG = 'guardianes-del-rio-molino';
/** The neighbour lives here. */
export const HOME = { latitude: 2.4448, longitude: -76.6147 };

/** The actions of the other people of the walk, through the API. */
export interface Community {
  /** Of the activity of the link that goes round by WhatsApp. */
  readonly activityId: string;
  admit(code: string): Promise<void>;
  /** Confirms the hours, writes the memory and thanks. */
  finish(): Promise<void>;
}

/** A collective with a series of Saturdays, and another activity far away. */
export async function settle({ url }: Product): Promise<Community> {
  const nubia = await createMemberClient(url, {
    username: 'Nubia Chantre',
    email: 'nubia@example.org',
    password: 'maíz-y-café',
  });
  await call(nubia, 'POST', '/collectives', { name: COLLECTIVE, place: 'Popayán' });
  const { _id: collectiveId } = await read(nubia, `/collectives/${SLUG}`);
  const common = { date: times.begins, endDate: times.ends, companionsMax: 3 };
  const { _id: activityId } = (await call(nubia, 'POST', '/tasks', {
    ...common,
    title: TITLE,
    description: 'Sembramos arrayanes y sauces a la orilla del río. Trae botas y gorra.',
    place: 'Puente del Humilladero',
    location: { latitude: 2.4455, longitude: -76.6035 },
    collectiveId,
    capacity: 40,
    asksAgain: true,
    needs: [
      { kind: 'task', name: 'Cocinar el sancocho', quantity: 4 },
      { kind: 'thing', name: 'Palas', quantity: 6 },
    ],
    goals: [{ label: 'Sembrar', target: 120, unit: 'árboles' }],
    repeat: { frequency: 'weekly', interval: 1, count: 4 },
  })) as { _id: string };
  await call(nubia, 'POST', '/tasks', {
    ...common,
    title: 'Limpieza de la playa',
    place: 'Guapi',
    location: { latitude: 2.57, longitude: -77.89 },
  });
  return {
    activityId,
    admit: async code => {
      const items = [{ id: randomUUID(), code, at: times.arrives }];
      const { results } = (await call(nubia, 'POST', `/attendances/${activityId}/check-ins`, { items })) as {
        results: { result: string }[];
      };
      expect(results[0]?.result).toBe('checked-in');
    },
    finish: async () => {
      await call(nubia, 'PUT', `/attendances/${activityId}/hours`, { hours: 4 });
      await writeMemory(nubia, activityId);
      await call(nubia, 'POST', `/tasks/${activityId}/messages`, {
        to: 'confirmed',
        subject: 'Gracias por hacer parte',
        text: `Gracias de corazón por sumarte a «${TITLE}».\n\nOjalá nos veamos en la próxima.`,
      });
    },
  };
}

const read = async (client: ApiClient, path: string): Promise<{ _id: string }> =>
  (await client.request.get(`/api${path}`)).json();
