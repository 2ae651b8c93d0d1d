import { hoursText } from '@minga/contract/hours';
import encodeQR from 'qr';
import { longDay, longPeriod, startOfDay } from '../../platform/local-time.ts';
import { light } from '../../platform/mail/palette.ts';
import {
  createPageWriter,
  PAGE,
  type PageWriter,
  type Site,
  TEXT_WIDTH,
  type TextStyle,
} from './page-writer.ts';
import type { PrintedCertificate } from './repository.ts';
import type { Printed } from './rules.ts';

const BAND = 34;
const ZIGZAG = 17;

/** Draws the woven pattern of the logo's basket across the top of the page. */
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

/** Draws the logo of apps/web/public/icon.svg, followed by the name. */
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
/** The top of the footer on the last page. The content ends above it. */
export const FOOT = PAGE.height - PAGE.margin - QR;

/** The size of the QR code on all pages but the last. */
const SMALL_QR = 56;
/** The top of the footer on the other pages. */
export const PAGE_FOOT = PAGE.height - 40 - SMALL_QR;

/** Draws the number, name and page number on each page if there are several, and the QR code on all but the last page. */
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

/** Draws the number, the date and the QR code of the verification page in the footer. */
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
  // Removes the border of the code, because the white page surrounds it.
  const modules = encodeQR(url, 'raw', { border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1));
  const size = width / modules.length;
  modules.forEach((row, down) => {
    row.forEach((isDark, across) => {
      // The overlap prevents that viewers draw thin lines between the squares.
      if (isDark) document.rect(PAGE.margin + across * size, top + down * size, size + 0.1, size + 0.1);
    });
  });
  document.fill(light.ink);
}

const LABEL_WIDTH = 96;
const TITLE_SIZES = [18, 15, 12];
const TITLE_HEIGHT = 48;

/** Draws the hours of one activity. `y` is the top of the text. */
export function drawActivity(writer: PageWriter, printed: Printed, y: number, { timeZone }: Site): void {
  const [activity] = printed.activities;
  if (activity === undefined) throw new Error('a certificate has at least one activity');
  const { title, date, endDate, place, collective, hours } = activity;
  const { part, text, decorate, document, fittingSize } = writer;
  const box = { x: PAGE.margin, width: TEXT_WIDTH };
  let below = y;
  part('P', () => {
    below = text(
      'ayudó como voluntaria o voluntario durante',
      { font: 'text', size: 12.5, color: light.soft },
      { ...box, y: below },
    );
  });
  part('P', () => {
    const style = { font: 'heading', size: 27, color: light.forest } as const;
    below = text(hoursText(hours), style, { ...box, y: below + 4 }) + 14;
  });
  part('P', () => {
    below = text('en la actividad', { font: 'text', size: 12.5, color: light.soft }, { ...box, y: below });
  });
  part('P', () => {
    const style = { font: 'strong', lineGap: 1 } as const;
    const size = fittingSize(title, style, TITLE_SIZES, TITLE_HEIGHT);
    below = text(title, { ...style, size }, { ...box, y: below + 4 });
  });
  below += 26;
  decorate(() => {
    document
      .moveTo(PAGE.margin, below)
      .lineTo(PAGE.width - PAGE.margin, below)
      .lineWidth(1)
      .stroke(light.line);
  });
  below += 18;
  const facts: readonly (readonly [string, string])[] = [
    ['Fecha', longPeriod(new Date(date), endDate === null ? null : new Date(endDate), timeZone)],
    ['Lugar', place],
    ['Colectivo', collective ?? ''],
    ['Horas', `${hoursText(hours)}, que confirmó quien organizó la actividad`],
  ];
  for (const [label, value] of facts) {
    if (value === '') continue;
    const top = below;
    part('P', () => {
      text(
        label,
        { font: 'text', size: 11.5, color: light.soft },
        { x: PAGE.margin, y: top, width: LABEL_WIDTH },
      );
      const rest = { x: PAGE.margin + LABEL_WIDTH, width: TEXT_WIDTH - LABEL_WIDTH };
      below = text(value, { font: 'text', size: 11.5, lineGap: 1.5 }, { ...rest, y: top }) + 9;
    });
  }
}

const GAP = 14;
const DATE_WIDTH = 124;
const HOURS_WIDTH = 96;
const columns = {
  date: { x: PAGE.margin, width: DATE_WIDTH },
  activity: {
    x: PAGE.margin + DATE_WIDTH + GAP,
    width: TEXT_WIDTH - DATE_WIDTH - HOURS_WIDTH - 2 * GAP,
  },
  hours: { x: PAGE.width - PAGE.margin - HOURS_WIDTH, width: HOURS_WIDTH },
} as const;

const cell: TextStyle = { font: 'text', size: 10, lineGap: 1 };
const strongCell: TextStyle = { ...cell, font: 'strong' };
const softCell: TextStyle = { ...cell, color: light.soft };
const PADDING = 7;

/** Draws the activities of a period as a table, which may span several pages. */
export function drawPeriod(writer: PageWriter, printed: Printed, y: number, { timeZone }: Site): void {
  const { document, root, part, text, heightOf, decorate } = writer;
  const box = { x: PAGE.margin, width: TEXT_WIDTH };
  let below = y;
  part('P', () => {
    const intro = 'ayudó como voluntaria o voluntario durante';
    below = text(intro, { font: 'text', size: 12.5, color: light.soft }, { ...box, y: below });
  });
  part('P', () => {
    const style = { font: 'heading', size: 27, color: light.forest } as const;
    below = text(hoursText(printed.hours), style, { ...box, y: below + 4 }) + 14;
  });
  part('P', () => {
    const style = { font: 'text', size: 12.5, color: light.soft } as const;
    below = text(periodText(printed, timeZone), style, { ...box, y: below }) + 20;
  });

  /** Starts a new page if the given height does not fit above `end`. */
  function reserve(height: number, end: number = PAGE_FOOT - 12): void {
    if (below + height <= end) return;
    document.addPage();
    drawBand(writer);
    below = 74;
  }

  const table = document.struct('Table');
  root.add(table);
  const addRow = (tag: 'TH' | 'TD', cells: readonly (() => void)[]) => {
    table.add(
      document.struct(
        'TR',
        {},
        cells.map(write => document.struct(tag, {}, write)),
      ),
    );
  };
  const line = () =>
    decorate(() => {
      document
        .moveTo(PAGE.margin, below)
        .lineTo(PAGE.width - PAGE.margin, below)
        .lineWidth(0.75)
        .stroke(light.line);
    });
  const at = (column: keyof typeof columns, top: number) => ({ ...columns[column], y: top });

  const headTop = below;
  addRow('TH', [
    () => text('Fecha', softCell, at('date', headTop)),
    () => text('Actividad', softCell, at('activity', headTop)),
    () => text('Horas', softCell, at('hours', headTop)),
  ]);
  below += 18;
  for (const { title, date, place, collective, hours } of printed.activities) {
    const when = longDay(new Date(date), timeZone);
    const where = [collective, place].filter(known => known !== null && known !== '').join(' · ');
    const titleHeight = heightOf(title, strongCell, columns.activity.width);
    const height = Math.max(
      heightOf(when, cell, columns.date.width),
      titleHeight + (where === '' ? 0 : heightOf(where, softCell, columns.activity.width)),
      heightOf(hoursText(hours), cell, columns.hours.width),
    );
    reserve(height + 2 * PADDING);
    line();
    const top = below + PADDING;
    addRow('TD', [
      () => text(when, cell, at('date', top)),
      () => {
        text(title, strongCell, at('activity', top));
        if (where !== '') text(where, softCell, at('activity', top + titleHeight));
      },
      () => text(hoursText(hours), cell, at('hours', top)),
    ]);
    below += height + 2 * PADDING;
  }
  line();
  below += PADDING;
  const note = 'Las horas de cada actividad las confirmó quien la organizó.';
  reserve(20, FOOT - 16);
  part('P', () => {
    text(note, softCell, { ...box, y: below });
  });
}

function periodText({ period, activities }: Printed, timeZone: string): string {
  const dayText = (day: string) => longDay(startOfDay(day, timeZone), timeZone);
  const count = activities.length;
  const what = `en ${count === 1 ? 'una actividad' : `${count} actividades`}`;
  const { from, until } = period ?? { from: null, until: null };
  if (from !== null && until !== null) return `${what}, del ${dayText(from)} al ${dayText(until)}`;
  if (from !== null) return `${what}, desde el ${dayText(from)}`;
  return until === null ? what : `${what}, hasta el ${dayText(until)}`;
}

const TITLE = 'Constancia de horas';

/** Font sizes for names, from names of one line to names of three. */
const NAME_SIZES = [36, 27, 20, 16];
const NAME_HEIGHT = 84;

/** The data of a certificate and of the site that issues it. */
export type CertificateDrawing = Pick<PrintedCertificate, 'number' | 'issuedAt' | 'printed'> & Site;

/** Draws a certificate as a tagged A4 PDF. The output is deterministic. Runs in the image process. */
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
