import { z } from 'zod';

export const MAIL_QUEUE = 'mails';

/** They are sent one after the other: the last should not wait long. */
const LETTERS_MAX = 10;

/** Jobs that send these letters, several each: a job costs the database more than a letter. */
export const mailJobs = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / LETTERS_MAX) }, (_, index) => ({
    mailIds: ids.slice(index * LETTERS_MAX, (index + 1) * LETTERS_MAX),
  }));

/** What such a job was given. Jobs of earlier releases hold one letter. */
export const mailJob = z.union([
  z.object({ mailIds: z.array(z.uuid()) }),
  z.object({ mailId: z.uuid() }).transform(({ mailId }) => ({ mailIds: [mailId] })),
]);
