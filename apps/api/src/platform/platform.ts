import type { Settings } from '../settings.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connection.ts';
import type { DomainEvents } from './domain-events.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import type { Images } from './images/images.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limits } from './limits/limits.ts';
import type { Logger } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { CurrentSite } from './site/current-site.ts';

/** Services that every module receives. None of them contains domain logic. */
export interface Platform {
  readonly settings: Settings;
  /** The public origin without a trailing slash. Links in emails use it and never a request's Host header. */
  readonly publicUrl: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: DomainEvents;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly images: Images;
  readonly imageProcessor: ImageProcessor;
  readonly limits: Limits;
  readonly site: CurrentSite;
  /** Whether e-mails, pushes and webhooks stay in their outboxes (`backup/outgoing.ts`). */
  readonly isHoldingDeliveries: boolean;
}

/** The parts of the platform that an e-mail needs to name the site and the time. */
export type MailContext = Pick<Platform, 'publicUrl' | 'settings' | 'clock'>;
