import { attendee } from '@minga/contract/confirmation';
import type { Contact } from '@minga/contract/contact';
import * as z from 'zod/mini';

/** The e-mail in a form about an attendee: required, or maybe empty where people sign up with anything. */
export const attendeeEmail = (contact: Contact): z.ZodMiniType<string, string> =>
  contact === 'email'
    ? attendee.shape.email
    : z.union(
        [z.pipe(z.string().check(z.trim()), z.literal('')), attendee.shape.email],
        'Correo electrónico no válido',
      );
