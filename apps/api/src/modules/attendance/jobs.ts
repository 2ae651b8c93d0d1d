import { v7 } from 'uuid';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { insertLinks, type LinkedRow, listByEmailAt, listComingByEmail } from './link-repository.ts';
import { newPersonalLink } from './links.ts';
import { personalLinksEmail } from './mails.tsx';

const EMAILS_QUEUE = 'attendance-letters';
/** A letter that lists more is no longer read. */
const LISTED_MAX = 20;

const emailRequest = z.object({
  letterId: z.uuid(),
  email: z.string(),
  taskId: z.optional(z.uuid()),
});

export interface LinkRequest {
  readonly email: string;
  /** Only of this activity; without, of all that are to come. */
  readonly taskId?: string | undefined;
}

export function attendanceJobs(platform: Platform): void {
  platform.jobs.work(EMAILS_QUEUE, data => writeLinkEmail(platform, data), { concurrency: 5 });
}

/**
 * Asks for the letter with an address's personal links. Whether it attends anything is looked up by the job, so that the
 * request takes the same time and does the same work for every address.
 */
export const requestLinkEmail = ({ jobs, db }: Platform, { email, taskId }: LinkRequest): Promise<void> =>
  jobs.send(db, EMAILS_QUEUE, { letterId: v7(), email, taskId });

async function writeLinkEmail(platform: Platform, data: unknown): Promise<void> {
  const { letterId, email, taskId } = emailRequest.parse(data);
  const { db, clock, mailer } = platform;
  const now = clock();
  const rows: LinkedRow[] =
    taskId === undefined
      ? await listComingByEmail(db, email, now, LISTED_MAX)
      : await listByEmailAt(db, email, taskId);
  if (rows.length === 0) return;
  const linked = rows.map(row => ({ ...row, ...newPersonalLink(platform) }));
  const letter = await personalLinksEmail(email, linked, platform);
  await db.transaction(async tx => {
    // A job that is done twice sends one letter, and keeps the links of that one.
    if (!(await mailer.send(tx, letter, { id: letterId }))) return;
    await insertLinks(
      tx,
      linked.map(({ tokenHash, attendance }) => ({ tokenHash, attendanceId: attendance.id, createdAt: now })),
    );
  });
}
