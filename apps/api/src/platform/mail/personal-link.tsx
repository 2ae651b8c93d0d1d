import { Img } from '@react-email/components';
import { qrPng } from '../images/qr-png.ts';
import { hashToken, newToken } from '../tokens.ts';
import { MailLink, MailParagraph } from './layout.tsx';
import type { Attachment } from './schema.ts';

export interface MailedLink {
  /** The URL, which is built from PUBLIC_URL and never from a request's headers (docs/rules.md R2.6). */
  readonly url: string;
  /** The hash that the database stores instead of the token. */
  readonly tokenHash: Buffer;
}

/** Creates a link to a screen of the web app. Opening it proves that its e-mail was received. */
export function newMailedLink({ publicUrl }: { readonly publicUrl: string }, screen: string): MailedLink {
  const token = newToken();
  return { url: `${publicUrl}${screen}?token=${token}`, tokenHash: hashToken(token) };
}

/** The width of a module in pixels, so that the image has twice as many pixels as it has points on a screen. */
const SCALE = 12;
const POINTS = 246;

interface Place {
  /** The page that shows the code. */
  readonly page: string;
  /** The `src` of the image. */
  readonly image: string;
}

/** Returns a QR code of the URL `page` as an inline image. `contentId` must be unique in the recipient's mailbox. */
export const arrivalCodeImage = (page: string, contentId: string): Attachment => ({
  name: 'codigo-de-llegada.png',
  type: 'image/png',
  content: qrPng(page, SCALE).toString('base64'),
  contentId,
});

/** The code that an attendee shows at the door, and a link to its page for mail programs that show no images. */
export const MailArrivalCode = ({ page, image }: Place) => (
  <>
    <MailParagraph>
      Al llegar, muestra este código en la puerta: con él registran que viniste, sin buscarte en una lista.
    </MailParagraph>
    <Img
      src={image}
      alt="Tu código de llegada en QR"
      width={POINTS}
      height={POINTS}
      data-skip-in-text="true"
      style={{ margin: '0 0 16px', borderRadius: '12px', backgroundColor: '#ffffff' }}
    />
    <MailParagraph>
      ¿No ves la imagen? <MailLink href={page}>Abre tu código de llegada</MailLink> (es solo tuyo: no lo
      compartas).
    </MailParagraph>
  </>
);
