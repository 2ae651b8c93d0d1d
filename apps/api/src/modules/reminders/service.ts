import type { Platform } from '../../platform/platform.ts';
import { listByUser } from './repository.ts';

export const ownReminders = ({ db }: Platform, userId: string) => listByUser(db, userId);
