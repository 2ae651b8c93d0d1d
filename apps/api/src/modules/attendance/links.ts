import { type MailedLink, newMailedLink } from '../../platform/mail/mailed-link.ts';
import type { Platform } from '../../platform/platform.ts';

/** A link that shows and cancels one attendance, for the email to its address. */
export const newPersonalLink = (platform: Pick<Platform, 'publicUrl'>): MailedLink =>
  newMailedLink(platform, '/mi-asistencia');
