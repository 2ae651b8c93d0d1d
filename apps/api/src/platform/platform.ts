import type { Settings } from '../settings.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connection.ts';
import type { Images } from './images/images.ts';
import type { Pictures } from './images/pictures.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limits } from './limits/limits.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/mailer.ts';

/** What every module is given. Nothing here knows a domain. */
export interface Platform {
  readonly settings: Settings;
  /** Origin that people type, without a trailing slash; links in mails are made from it, never from a request. */
  readonly publicUrl: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly images: Images;
  readonly pictures: Pictures;
  readonly limits: Limits;
}
