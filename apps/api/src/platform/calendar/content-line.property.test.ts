import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentLine, escapeText, quoted } from './content-line.ts';

const text = fc.string({ unit: 'binary', maxLength: 300 });

/** Unfolds and unescapes like a calendar program. */
const unescaped = (value: string) => value.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));

it('a folded line has at most 75 bytes a piece, and is the same again when it is unfolded', () => {
  fc.assert(
    fc.property(text.map(escapeText), line => {
      const folded = contentLine(line);
      expect(folded.endsWith('\r\n')).toBe(true);
      const pieces = folded.slice(0, -2).split('\r\n');
      for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
      expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(line);
    }),
  );
});

it('escaped text says the same, and cannot begin a line or a property of its own', () => {
  fc.assert(
    fc.property(text, value => {
      const escaped = escapeText(value);
      expect(escaped).not.toMatch(/\p{Cc}|(?<!\\)(?:\\\\)*[;,]/u);
      const plain = value
        .replaceAll(/\r\n?/g, '\n')
        .replaceAll('\t', ' ')
        .replaceAll(/[^\P{Cc}\n]/gu, '');
      expect(unescaped(escaped)).toBe(plain);
    }),
  );
});

it('a quoted parameter cannot be left', () => {
  fc.assert(
    fc.property(text, value => {
      expect(quoted(value).slice(1, -1)).not.toMatch(/["\p{Cc}]/u);
    }),
  );
});
