import ICAL from 'ical.js';

export type Component = InstanceType<typeof ICAL.Component>;

/** A calendar whose components are parsed one by one, so that one that cannot be understood does not affect the others. */
interface SplitCalendar {
  readonly events: readonly Component[];
  readonly zones: readonly Component[];
  /** Events that could not be parsed. */
  readonly broken: number;
}

const NESTED = /^(?:VALARM|VAVAILABILITY|PARTICIPANT|VLOCATION|VRESOURCE)$/;

/** Whether a text is a whole calendar: it begins with BEGIN:VCALENDAR and does not break off. */
export const isCalendar = (text: string): boolean =>
  /^\s*BEGIN:VCALENDAR\s*[\r\n]/i.test(text) && /[\r\n]END:VCALENDAR\s*$/i.test(text);

/** Splits a calendar at the lines that begin and end its components. A text within a component is never read as such a line, since it is folded. */
export function splitCalendar(text: string): SplitCalendar {
  const events: Component[] = [];
  const zones: Component[] = [];
  let broken = 0;
  let open: { readonly name: 'VEVENT' | 'VTIMEZONE'; readonly lines: string[] } | null = null;
  let nested: string | null = null;
  for (const line of text
    .replace(/\r\n?|\n/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const [, edge = '', name = ''] =
      /^(BEGIN|END):([A-Z-]+)\s*$/i.exec(line)?.map(part => part.toUpperCase()) ?? [];
    if (open === null) {
      if (edge === 'BEGIN' && (name === 'VEVENT' || name === 'VTIMEZONE'))
        open = { name, lines: [line.trim()] };
      continue;
    }
    if (edge === 'BEGIN' && name === open.name) {
      // The component before has no end.
      broken += open.name === 'VEVENT' ? 1 : 0;
      open = { name: open.name, lines: [line.trim()] };
      nested = null;
      continue;
    }
    if (edge === 'BEGIN' && NESTED.test(name)) nested = name;
    if (nested === null && line !== '') open.lines.push(line);
    if (edge === 'END' && name === nested) nested = null;
    else if (edge === 'END' && name === open.name) {
      const component = parsed(open.lines.join('\r\n'));
      if (component === null) broken += open.name === 'VEVENT' ? 1 : 0;
      else (open.name === 'VEVENT' ? events : zones).push(component);
      [open, nested] = [null, null];
    }
  }
  if (open?.name === 'VEVENT') broken += 1;
  return { events, zones, broken };
}

function parsed(text: string): Component | null {
  try {
    return new ICAL.Component(ICAL.parse(text));
  } catch {
    return null;
  }
}
