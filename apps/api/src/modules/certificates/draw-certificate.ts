import { hoursText } from '@minga/contract/hours';
import { light } from '../../platform/mail/palette.ts';
import { drawActivity } from './activity-layout.ts';
import { drawBand, drawLogo, drawPageFeet, drawVerification } from './ornaments.ts';
import { createPageWriter, PAGE, type Site, TEXT_WIDTH } from './page-writer.ts';
import { drawPeriod } from './period-layout.ts';
import type { PrintedCertificate } from './repository.ts';

const TITLE = 'Constancia de horas';

/** A name of one line is large, one of three lines small. */
const NAME_SIZES = [36, 27, 20, 16];
const NAME_HEIGHT = 84;

/** A certificate, with the site that it names. */
export type CertificateDrawing = Pick<PrintedCertificate, 'number' | 'issuedAt' | 'printed'> & Site;

/** A certificate as a tagged A4 document in PDF. The same certificate gives the same bytes. Runs in the image process. */
export async function drawCertificate({
  number,
  issuedAt,
  printed,
  ...site
}: CertificateDrawing): Promise<Buffer> {
  const writer = createPageWriter({
    title: `${TITLE} de ${printed.name}`,
    subject: `${hoursText(printed.hours)}, constancia ${number}`,
    createdAt: issuedAt,
  });
  drawBand(writer);
  drawLogo(writer);
  const box = { x: PAGE.margin, width: TEXT_WIDTH };
  let y = 148;
  writer.part('H1', () => {
    const style = { font: 'heading', size: 15, color: light.forest } as const;
    y = writer.text(TITLE, style, { ...box, y }) + 30;
  });
  writer.part('P', () => {
    y = writer.text('Minga hace constar que', { font: 'text', size: 12.5, color: light.soft }, { ...box, y });
  });
  writer.part('P', () => {
    const style = { font: 'heading', lineGap: -4 } as const;
    const size = writer.fittingSize(printed.name, style, NAME_SIZES, NAME_HEIGHT);
    y = writer.text(printed.name, { ...style, size }, { ...box, y: y + 4 }) + 14;
  });
  if (printed.period === null) drawActivity(writer, printed, y, site);
  else drawPeriod(writer, printed, y, site);
  drawVerification(writer, { number, issuedAt }, site);
  drawPageFeet(writer, { number, name: printed.name }, site);
  return writer.end();
}
