import { Img } from '@react-email/components';
import { qrPng } from '../images/qr-png.ts';
import { MailLink, MailParagraph } from './layout.tsx';
import type { Attachment } from './schema.ts';

/** Pixels of a module: twice as many as the image's points on a screen. */
const SCALE = 12;
const POINTS = 246;

interface Place {
  /** The page that shows the code. */
  readonly page: string;
  /** The `src` of the image. */
  readonly image: string;
}

/** A QR code of the address `page` as an inline image. `contentId` is unique in the recipient's mailbox. */
export const arrivalCodeImage = (page: string, contentId: string): Attachment => ({
  name: 'codigo-de-llegada.png',
  type: 'image/png',
  content: qrPng(page, SCALE).toString('base64'),
  contentId,
});

/** The code that an attendee shows at the door, and the page that shows it where a mail program shows no images. */
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
