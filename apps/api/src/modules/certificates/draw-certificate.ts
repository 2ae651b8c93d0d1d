import { hoursText } from '@minga/contract/hours';
import { longDay, longPeriod, startOfDay } from '../../platform/local-time.ts';
import { light } from '../../platform/mail/palette.ts';
import { drawBand, drawLogo, drawQr } from '../../platform/paper/brand-drawing.ts';
import {
  createPageWriter,
  PAGES,
  type PageWriter,
  type TextStyle,
} from '../../platform/paper/page-writer.ts';
import type { Brand } from '../../platform/site/brand.ts';
import type { PrintedCertificate } from './repository.ts';
import type { Printed } from './rules.ts';

const PAGE = { ...PAGES.a4, margin: 64 } as const;
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;

/** The site's identity, its URL, where a certificate is verified, and the time zone of its dates. */
interface Issuer {
  readonly brand: Brand;
  readonly publicUrl: string;
  readonly timeZone: string;
}

const QR = 104;
/** The top of the footer on the last page. The content ends above it. */
const FOOT = PAGE.height - PAGE.margin - QR;

/** The size of the QR code on all pages but the last. */
const SMALL_QR = 56;
/** The top of the footer on the other pages. */
const PAGE_FOOT = PAGE.height - 40 - SMALL_QR;

/** Draws the number, name and page number on each page if there are several, and the QR code on all but the last page. */
function drawPageFeet(
  { document, decorate, text }: PageWriter,
  { number, name }: { readonly number: string; readonly name: string },
  { publicUrl }: Issuer,
): void {
  const { count } = document.bufferedPageRange();
  if (count < 2) return;
  const style = { font: 'text', size: 9, color: light.soft } as const;
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    decorate(() => {
      const isLast = page === count - 1;
      if (!isLast)
        drawQr(document, `${publicUrl}/constancia/${number}`, {
          x: PAGE.margin,
          y: PAGE_FOOT,
          width: SMALL_QR,
        });
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
function drawVerification(
  { document, part, text }: PageWriter,
  { number, issuedAt }: { readonly number: string; readonly issuedAt: Date },
  { publicUrl, timeZone }: Issuer,
): void {
  const url = `${publicUrl}/constancia/${number}`;
  part(
    'Figure',
    () => {
      drawQr(document, url, { x: PAGE.margin, y: FOOT, width: QR });
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

const LABEL_WIDTH = 96;
const TITLE_SIZES = [18, 15, 12];
const TITLE_HEIGHT = 48;

/** Draws the hours of one activity. `y` is the top of the text. */
function drawActivity(writer: PageWriter, printed: Printed, y: number, { timeZone }: Issuer): void {
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
    const size = fittingSize(title, style, TITLE_SIZES, { width: TEXT_WIDTH, height: TITLE_HEIGHT });
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
const PADDING = 6;
const HEAD_HEIGHT = 18;

/** Draws the activities of a period as a table, which may span several pages. */
function drawPeriod(writer: PageWriter, printed: Printed, y: number, { timeZone }: Issuer): void {
  const { document, root, part, text, heightOf, decorate } = writer;
  const box = { x: PAGE.margin, width: TEXT_WIDTH };
  let below = y;
  part('P', () => {
    const intro = 'ayudó como voluntaria o voluntario durante';
    below = text(intro, { font: 'text', size: 12.5, color: light.soft }, { ...box, y: below });
  });
  part('P', () => {
    const style = { font: 'heading', size: 27, color: light.forest } as const;
    below = text(hoursText(printed.hours), style, { ...box, y: below + 4 }) + 8;
  });
  part('P', () => {
    const style = { font: 'text', size: 12.5, color: light.soft } as const;
    below = text(periodText(printed, timeZone), style, { ...box, y: below });
  });
  part('P', () => {
    const note = 'Las horas de cada actividad las confirmó quien la organizó.';
    below = text(note, softCell, { ...box, y: below + 2 }) + 14;
  });

  /** Starts a new page if the given height does not fit above `end`. Returns whether it did. */
  function reserve(height: number, end: number): boolean {
    if (below + height <= end) return false;
    document.addPage();
    drawBand(writer);
    below = 74;
    return true;
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

  const headAt = (top: number) => [
    () => text('Fecha', softCell, at('date', top)),
    () => text('Actividad', softCell, at('activity', top)),
    () => text('Horas', softCell, at('hours', top)),
  ];
  addRow('TH', headAt(below));
  below += HEAD_HEIGHT;
  const lastRow = printed.activities.length - 1;
  for (const [row, { title, date, place, collective, hours }] of printed.activities.entries()) {
    const when = longDay(new Date(date), timeZone);
    const where = [collective, place].filter(known => known !== null && known !== '').join(' · ');
    const titleHeight = heightOf(title, strongCell, columns.activity.width);
    const height = Math.max(
      heightOf(when, cell, columns.date.width),
      titleHeight + (where === '' ? 0 : heightOf(where, softCell, columns.activity.width)),
      heightOf(hoursText(hours), cell, columns.hours.width),
    );
    // The last row is on the page of the verification, which would otherwise be empty above it.
    if (reserve(height + 2 * PADDING, row === lastRow ? FOOT - 12 : PAGE_FOOT - 12)) {
      // The tagged table has its head once; a screen reader does not hear it again on each page.
      for (const write of headAt(below)) decorate(write, 'Pagination');
      below += HEAD_HEIGHT;
    }
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
export type CertificateDrawing = Pick<PrintedCertificate, 'number' | 'issuedAt' | 'printed'> & Issuer;

/** Draws a certificate as a tagged A4 PDF. The output is deterministic. Runs in the image process. */
export async function drawCertificate({
  number,
  issuedAt,
  printed,
  ...site
}: CertificateDrawing): Promise<Buffer> {
  const writer = createPageWriter({
    size: 'a4',
    title: `${TITLE} de ${printed.name}`,
    subject: `${hoursText(printed.hours)}, constancia ${number}`,
    createdAt: issuedAt,
    brand: site.brand,
  });
  drawBand(writer);
  drawLogo(writer, { x: PAGE.margin - 4, y: 78 });
  const box = { x: PAGE.margin, width: TEXT_WIDTH };
  let y = 148;
  writer.part('H1', () => {
    const style = { font: 'heading', size: 15, color: light.forest } as const;
    y = writer.text(TITLE, style, { ...box, y }) + 22;
  });
  writer.part('P', () => {
    y = writer.text(
      `${site.brand.name} hace constar que`,
      { font: 'text', size: 12.5, color: light.soft },
      { ...box, y },
    );
  });
  writer.part('P', () => {
    const style = { font: 'heading', lineGap: -4 } as const;
    const size = writer.fittingSize(printed.name, style, NAME_SIZES, {
      width: TEXT_WIDTH,
      height: NAME_HEIGHT,
    });
    y = writer.text(printed.name, { ...style, size }, { ...box, y: y + 4 }) + 14;
  });
  if (printed.period === null) drawActivity(writer, printed, y, site);
  else drawPeriod(writer, printed, y, site);
  drawVerification(writer, { number, issuedAt }, site);
  drawPageFeet(writer, { number, name: printed.name }, site);
  return writer.end();
}
