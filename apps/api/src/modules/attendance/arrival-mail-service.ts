import { arrivalCodeImage } from '../../platform/mail/arrival-code.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import { arrivalUrl } from './codes.ts';

/** The code of an attendance in an e-mail to its attendee: the template's values, and the image. */
export interface ArrivalMail {
  readonly values: Readonly<Record<'arrivalPage' | 'arrivalImage', string | null>>;
  readonly attachments: readonly Attachment[];
}

/** Null: the recipient has no confirmed attendance. */
export function arrivalMail(
  place: { readonly publicUrl: string },
  attendance: { readonly id: string; readonly code: Buffer } | null,
): ArrivalMail {
  if (attendance === null) return { values: { arrivalPage: null, arrivalImage: null }, attachments: [] };
  const arrivalPage = arrivalUrl(place, attendance.code);
  const contentId = `llegada.${attendance.id}@minga`;
  return {
    values: { arrivalPage, arrivalImage: `cid:${contentId}` },
    attachments: [arrivalCodeImage(arrivalPage, contentId)],
  };
}
