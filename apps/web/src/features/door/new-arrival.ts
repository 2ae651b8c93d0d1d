import type { CheckInItem } from '@minga/contract/check-ins';
import { now } from '../../lib/now.ts';
import { randomUuid } from '../../lib/random-uuid.ts';
import type { Arrival } from './arrival.ts';

interface Noted extends Pick<Arrival, 'owner' | 'taskId' | 'name'> {
  /** One of them. */
  readonly target: Pick<CheckInItem, 'attendanceId' | 'code' | 'walkIn'>;
}

/** An arrival at this moment, which has not been sent. */
export const newArrival = ({ target, ...arrival }: Noted): Arrival => ({
  ...arrival,
  item: { id: randomUuid(), at: now().toISOString(), ...target },
  notedAt: Date.now(),
  ...{ isAttempted: false, isUndone: false, outcome: null },
});
