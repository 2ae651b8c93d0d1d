import encodeQR from 'qr';
import { longDay } from '../../platform/long-date.ts';
import { light } from '../../platform/mail/palette.ts';
import { PAGE, type PageWriter, type Site, TEXT_WIDTH } from './page-writer.ts';

const BAND = 34;
const ZIGZAG = 17;

/** The weave of the basket of the logo, across the top of the page. */
export function drawBand({ document, decorate }: PageWriter): void {
  decorate(() => {
    document.rect(0, 0, PAGE.width, BAND).fill(light.forest);
    const count = Math.ceil(PAGE.width / ZIGZAG) + 1;
    document.moveTo(-ZIGZAG, BAND - 9);
    for (let index = 0; index < count; index += 1)
      document.lineTo(index * ZIGZAG, index % 2 === 0 ? 9 : BAND - 9);
    document.lineWidth(4).lineJoin('round').stroke(light.maize);
    for (let index = 0; index < count; index += 1) {
      const [x, y] = [index * ZIGZAG, index % 2 === 0 ? BAND - 9 : 9];
      document
        .polygon([x, y - 4.5], [x + 4.5, y], [x, y + 4.5], [x - 4.5, y])
        .fill(index % 2 === 0 ? light.paper : '#d9694a');
    }
  });
}

/** The logo of apps/web/public/icon.svg, followed by the name. */
export function drawLogo({ document, decorate, part, text }: PageWriter): void {
  const [x, y] = [PAGE.margin - 4, 78];
  decorate(() => {
    document.save().translate(x, y).scale(1.15);
    document
      .path('M9.5 13.5C8.6 3.6 23.4 3.6 22.5 13.5')
      .lineWidth(2.8)
      .stroke('#d9694a')
      .path('M4.5 12h23l-1.5 13.2a4 4 0 0 1-4 3.8H10a4 4 0 0 1-4-3.8z')
      .fill(light.forest)
      .path('M5.3 19.4l3.6-4 3.55 4 3.55-4 3.55 4 3.55-4 3.6 4')
      .lineWidth(2.2)
      .lineJoin('round')
      .stroke(light.maize)
      .path('M16 20.6l2.6 2.7-2.6 2.7-2.6-2.7z')
      .fill(light.paper);
    document.restore();
  });
  part('P', () => {
    text('Minga', { font: 'heading', size: 24 }, { x: x + 44, y: y + 6, width: 200 });
  });
}

const QR = 104;
/** The start of the foot of the last page; nothing is written below. */
export const FOOT = PAGE.height - PAGE.margin - QR;

/** The size of the QR code of a page that is not the last. */
const SMALL_QR = 56;
/** The start of the foot of the other pages. */
export const PAGE_FOOT = PAGE.height - 40 - SMALL_QR;

/** On each of several pages: whose certificate it is, its number, and '2 de 2'; on all but the last the QR code too. */
export function drawPageFeet(
  { document, decorate, text }: PageWriter,
  { number, name }: { readonly number: string; readonly name: string },
  { publicUrl }: Site,
): void {
  const { count } = document.bufferedPageRange();
  if (count < 2) return;
  const style = { font: 'text', size: 9, color: light.soft } as const;
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    decorate(() => {
      const isLast = page === count - 1;
      if (!isLast) drawQr(document, `${publicUrl}/constancia/${number}`, PAGE_FOOT, SMALL_QR);
      const x = isLast ? PAGE.margin : PAGE.margin + SMALL_QR + 14;
      const width = PAGE.width - PAGE.margin - x;
      const line = `Constancia ${number} · Página ${page + 1} de ${count}`;
      const top = isLast ? PAGE.height - 50 : PAGE_FOOT + 12;
      const below = text(line, style, { x, y: top, width });
      text(name, style, { x, y: below + 2, width });
    }, 'Pagination');
  }
}

/** Number, date and the QR code of the page that shows the same, at the foot of the page. */
export function drawVerification(
  { document, part, text }: PageWriter,
  { number, issuedAt }: { readonly number: string; readonly issuedAt: Date },
  { publicUrl, timeZone }: Site,
): void {
  const url = `${publicUrl}/constancia/${number}`;
  part(
    'Figure',
    () => {
      drawQr(document, url, FOOT, QR);
    },
    { alt: `Código QR de ${url}` },
  );
  const box = { x: PAGE.margin + QR + 22, width: TEXT_WIDTH - QR - 22 };
  let y = FOOT + 2;
  part('P', () => {
    y = text('Constancia número', { font: 'text', size: 10, color: light.soft }, { ...box, y });
    y = text(number, { font: 'heading', size: 17, color: light.forest }, { ...box, y: y + 1 }) + 7;
  });
  part('P', () => {
    const style = { font: 'text', size: 10, color: light.soft } as const;
    y = text(`Expedida el ${longDay(issuedAt, timeZone)}.`, style, { ...box, y }) + 2;
    y = text('Comprueba que es válida con el código QR o en:', style, { ...box, y });
  });
  part('P', () => {
    text(url, { font: 'strong', size: 10 }, { ...box, y: y + 1 });
  });
}

function drawQr(document: PageWriter['document'], url: string, top: number, width: number): void {
  // Without its border, which the page's white is.
  const modules = encodeQR(url, 'raw', { border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1));
  const size = width / modules.length;
  modules.forEach((row, down) => {
    row.forEach((isDark, across) => {
      // A little larger, so that viewers draw no lines between them.
      if (isDark) document.rect(PAGE.margin + across * size, top + down * size, size + 0.1, size + 0.1);
    });
  });
  document.fill(light.ink);
}
