import { hoursText } from '@minga/contract/hours';
import { startOfDay } from '../../platform/local-time.ts';
import { longDay } from '../../platform/long-date.ts';
import { light } from '../../platform/mail/palette.ts';
import { drawBand, FOOT, PAGE_FOOT } from './ornaments.ts';
import { PAGE, type PageWriter, type Site, TEXT_WIDTH, type TextStyle } from './page-writer.ts';
import type { Printed } from './rules.ts';

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

/** Draws a person's activities in a period: a table of the activities, over as many pages as it needs. */
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

  /** Begins another page if so much does not fit above `end`. */
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
