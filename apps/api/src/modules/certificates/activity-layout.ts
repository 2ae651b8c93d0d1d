import { hoursText } from '@minga/contract/hours';
import { longPeriod } from '../../platform/long-date.ts';
import { light } from '../../platform/mail/palette.ts';
import { PAGE, type PageWriter, type Site, TEXT_WIDTH } from './page-writer.ts';
import type { Printed } from './rules.ts';

const LABEL_WIDTH = 96;
const TITLE_SIZES = [18, 15, 12];
const TITLE_HEIGHT = 48;

/** Draws a person's part in one activity. `y` is where the text begins. */
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
