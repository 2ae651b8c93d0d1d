import * as z from 'zod/mini';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
import { PERSON_KEY } from './remembered-attendances.ts';

const person = z.object({ name: z.string(), email: z.string() });
type Person = z.infer<typeof person>;

/** The name and the e-mail with which a visitor confirmed last in this browser. Sign-out removes them. */
export const rememberedPerson = (): Person =>
  safeLocalStorage.getJson(PERSON_KEY, person) ?? { name: '', email: '' };

export const rememberPerson = ({ name, email }: Person): void =>
  void safeLocalStorage.set(PERSON_KEY, JSON.stringify({ name, email }));
