import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly dictionary: string;
  /** Decompressed; null: none. */
  readonly stream: string | null;
}

/** The text of a PDF that pdfkit wrote with embedded fonts: each piece that is written at once on a line. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id = '', body = '']) => [id, objectOf(body)] as const,
    ),
  );
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { dictionary } of objects.values()) {
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1] ?? '';
      fonts.set(name, charactersOf(objects.get(cmap)?.stream ?? ''));
    }
  }
  const contents = [...objects.values()].flatMap(({ stream }) => stream ?? []);
  return contents
    .filter(content => content.includes(' Tf'))
    .flatMap(content => linesOf(content, fonts))
    .join('\n');
}

/** The colors of a PDF that pdfkit wrote, as `#rrggbb`. */
export function pdfColors(pdf: Buffer): Set<string> {
  const streams = [...pdf.toString('latin1').matchAll(/\d+ 0 obj\n([\s\S]*?)\nendobj/g)].flatMap(
    ([, body = '']) => objectOf(body).stream ?? [],
  );
  const hex = (part: string) =>
    Math.round(Number(part) * 255)
      .toString(16)
      .padStart(2, '0');
  return new Set(
    streams.flatMap(stream =>
      [...stream.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (?:scn|SCN)$/gm)].map(
        ([, ...parts]) => `#${parts.map(hex).join('')}`,
      ),
    ),
  );
}

function objectOf(body: string): PdfObject {
  const [dictionary = '', ...rest] = body.split('stream\n');
  if (rest.length === 0) return { dictionary, stream: null };
  const bytes = Buffer.from(rest.join('stream\n').replace(/\nendstream$/, ''), 'latin1');
  const isDeflated = dictionary.includes('FlateDecode');
  return { dictionary, stream: (isDeflated ? inflateSync(bytes) : bytes).toString('latin1') };
}

/** The characters of a font's glyphs, by their hexadecimal numbers. */
function charactersOf(cmap: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([0-9a-f ]+)>/g)].forEach(([, code = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      characters.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    });
  }
  return characters;
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let font: ReadonlyMap<string, string> = new Map();
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)].flatMap(([, name, glyphs]) => {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    if (glyphs === undefined) return [];
    const written = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex).join('');
    return (written.match(/.{4}/g) ?? []).map(glyph => font.get(glyph) ?? '?').join('');
  });
}
