import type { Transaction } from '../../platform/database/connection.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { anonymise, countOfAccount, listOfAccount, moveToEmail } from './repository.ts';

/** What the owner reads of a participant whose name or e-mail is on the list already. */
export const TAKEN = 'Nombre o correo ya registrados';

/** An account's confirmed attendances follow it to its new, proved address. */
export const moveAttendances = (tx: Transaction, userId: string, email: string): Promise<void> =>
  moveToEmail(tx, userId, email);

/** The attendances of an account that ends stay, without name and e-mail (CONTRACT.md section 6). */
export const anonymiseAttendances = (tx: Transaction, { id, email }: Session['user']): Promise<void> =>
  anonymise(tx, id, email);

export const countOwnAttendances = ({ db }: Platform, { id, email }: Session['user']): Promise<number> =>
  countOfAccount(db, id, email);

/** All that an account attends, with title and date of the activity. */
export const ownAttendances = ({ db }: Platform, { id, email }: Session['user']) =>
  listOfAccount(db, id, email);
