export interface CalendarPart {
  readonly name: string;
  /** Values by `NAME` or `NAME;PARAMETERS`, unescaped. */
  readonly properties: Record<string, string>;
  readonly parts: CalendarPart[];
}

/** A strict parser for RFC 5545: throws on bare line ends, long lines and unknown escapes. */
export function parseCalendar(file: string): CalendarPart {
  if (!file.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(file)) throw new Error('a line does not end in CRLF');
  const lines = file.slice(0, -2).split('\r\n');
  for (const line of lines) {
    if (Buffer.byteLength(line) > 75) throw new Error(`longer than 75 bytes: ${line}`);
    if (!line.isWellFormed() || /\p{Cc}/u.test(line)) throw new Error(`not plain text: ${line}`);
  }
  const root: CalendarPart = { name: '', properties: {}, parts: [] };
  const open = [root];
  for (const line of file.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`not a property: ${line}`);
    const current = open.at(-1) ?? root;
    if (name === 'BEGIN') {
      const part = { name: value, properties: {}, parts: [] };
      current.parts.push(part);
      open.push(part);
    } else if (name === 'END') {
      if (open.pop()?.name !== value) throw new Error(`END:${value} without BEGIN`);
    } else {
      if (name in current.properties) throw new Error(`${name} twice`);
      current.properties[name] = unescaped(name, value);
    }
  }
  const [calendar] = root.parts;
  if (calendar?.name !== 'VCALENDAR' || root.parts.length > 1 || open.length > 1)
    throw new Error('not exactly one calendar');
  return calendar;
}

const TEXT_PROPERTIES = /^(SUMMARY|DESCRIPTION|LOCATION|UID|X-WR-CALNAME)$/;

function unescaped(name: string, value: string): string {
  if (!TEXT_PROPERTIES.test(name)) return value;
  if (/(?<!\\)(\\\\)*[;,]/.test(value)) throw new Error(`${name} is not escaped: ${value}`);
  return value.replaceAll(/\\(.?)/g, (_match, character: string) => {
    if (!/[\\;,nN]/.test(character)) throw new Error(`\\${character} is not an escape`);
    return character.toLowerCase() === 'n' ? '\n' : character;
  });
}
