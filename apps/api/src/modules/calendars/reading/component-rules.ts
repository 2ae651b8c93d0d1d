import ICAL from 'ical.js';

export type Component = InstanceType<typeof ICAL.Component>;

/** A calendar whose components are parsed one by one, so that one that cannot be understood does not affect the others. */
interface SplitCalendar {
  readonly events: readonly Component[];
  readonly zones: readonly Component[];
  /** The line on which each event begins. */
  readonly lineOf: ReadonlyMap<Component, number>;
  /** Events that could not be parsed, each in one sentence. */
  readonly broken: readonly string[];
}

const NESTED = /^(?:VALARM|VAVAILABILITY|PARTICIPANT|VLOCATION|VRESOURCE)$/;

/** Why a text is no whole calendar, in one sentence, or null if it begins with BEGIN:VCALENDAR and does not break off. */
export function problemOfFile(text: string): string | null {
  if (!/^\s*BEGIN:VCALENDAR\s*[\r\n]/i.test(text))
    return 'La dirección no lleva a un calendario (.ics): la línea 1 no es BEGIN:VCALENDAR';
  if (/[\r\n]END:VCALENDAR\s*$/i.test(text)) return null;
  const { length } = text.trimEnd().split(/\r\n?|\n/);
  return `La dirección no lleva a un calendario (.ics) completo: se corta en la línea ${length}, sin END:VCALENDAR`;
}

interface Line {
  /** Without folds. */
  readonly text: string;
  /** Its number in the file, from 1. */
  readonly number: number;
}

function linesOf(text: string): Line[] {
  const lines: { text: string; number: number }[] = [];
  for (const [index, text_] of text.split(/\r\n?|\n/).entries()) {
    const last = lines.at(-1);
    if (last !== undefined && /^[ \t]/.test(text_)) last.text += text_.slice(1);
    else lines.push({ text: text_, number: index + 1 });
  }
  return lines;
}

/** Splits a calendar at the lines that begin and end its components. A text within a component is never read as such a line, since it is folded. */
export function splitCalendar(text: string): SplitCalendar {
  const events: Component[] = [];
  const zones: Component[] = [];
  const lineOf = new Map<Component, number>();
  const broken: string[] = [];
  let open: { readonly name: 'VEVENT' | 'VTIMEZONE'; readonly lines: Line[] } | null = null;
  let nested: string | null = null;
  const leaveOpen = () => {
    if (open?.name === 'VEVENT')
      broken.push(`El evento de la línea ${open.lines[0]?.number} no termina (END:VEVENT)`);
  };
  for (const { text: line, number } of linesOf(text)) {
    const [, edge = '', name = ''] =
      /^(BEGIN|END):([A-Z-]+)\s*$/i.exec(line)?.map(part => part.toUpperCase()) ?? [];
    const first = { text: line.trim(), number };
    if (open === null) {
      if (edge === 'BEGIN' && (name === 'VEVENT' || name === 'VTIMEZONE')) open = { name, lines: [first] };
      continue;
    }
    if (edge === 'BEGIN' && name === open.name) {
      leaveOpen();
      open = { name: open.name, lines: [first] };
      nested = null;
      continue;
    }
    if (edge === 'BEGIN' && NESTED.test(name)) nested = name;
    if (nested === null && line !== '') open.lines.push({ text: line, number });
    if (edge === 'END' && name === nested) nested = null;
    else if (edge === 'END' && name === open.name) {
      const component = parsed(open.lines);
      if (component !== null) {
        (open.name === 'VEVENT' ? events : zones).push(component);
        lineOf.set(component, open.lines[0]?.number ?? number);
      } else if (open.name === 'VEVENT') broken.push(problemOfLines(open.lines));
      [open, nested] = [null, null];
    }
  }
  leaveOpen();
  return { events, zones, lineOf, broken };
}

function parsed(lines: readonly Line[]): Component | null {
  try {
    return new ICAL.Component(ICAL.parse(lines.map(({ text }) => text).join('\r\n')));
  } catch {
    return null;
  }
}

function problemOfLines([first, ...rest]: readonly Line[]): string {
  const lines = rest.slice(0, -1);
  const wrong =
    lines.find(({ text }) => !/^[A-Za-z0-9-]+[;:]/.test(text)) ??
    lines.find(line => parsed([BEGIN, line, END]) === null);
  return wrong === undefined
    ? `El evento de la línea ${first?.number} no se entiende`
    : `La línea ${wrong.number}, en el evento de la línea ${first?.number}, no se entiende`;
}

const [BEGIN, END] = ['BEGIN:VEVENT', 'END:VEVENT'].map(text => ({ text, number: 0 })) as [Line, Line];
