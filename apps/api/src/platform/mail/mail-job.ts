import { z } from 'zod';

export const MAIL_QUEUE = 'mails';

/** A job sends its emails one after the other; the last one should not wait long. */
const MAX_EMAILS_PER_JOB = 10;

/** Groups emails into jobs, since a job costs the database more than an email. */
export const mailJobs = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_EMAILS_PER_JOB) }, (_, index) => ({
    mailIds: ids.slice(index * MAX_EMAILS_PER_JOB, (index + 1) * MAX_EMAILS_PER_JOB),
  }));

/** Data of a job. Jobs of earlier releases contain one email. */
export const mailJob = z.union([
  z.object({ mailIds: z.array(z.uuid()) }),
  z.object({ mailId: z.uuid() }).transform(({ mailId }) => ({ mailIds: [mailId] })),
]);
