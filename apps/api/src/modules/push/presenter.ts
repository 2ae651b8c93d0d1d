import type { PushDevice } from '@minga/contract/push';
import { describeDevice } from '../accounts/rules.ts';
import type { DeviceRow } from './repository.ts';

/** For the account's owner, whose session asks. Never the address of the device. */
export const presentDevice = ({ subscription, userAgent }: DeviceRow, sessionId: string): PushDevice => ({
  _id: subscription.id,
  ...(userAgent === null ? { device: 'Programa', isPhone: false } : describeDevice(userAgent)),
  isCurrent: (subscription.sessionId ?? subscription.apiTokenId) === sessionId,
  createdAt: subscription.createdAt.toISOString(),
  lastDeliveredAt: subscription.lastDeliveredAt?.toISOString() ?? null,
});
