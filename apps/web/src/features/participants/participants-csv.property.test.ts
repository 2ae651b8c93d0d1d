import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { exportFileName } from './list-actions.tsx';
import { participantsCsv } from './participants-csv';

const nothingAsked = { questions: [], needs: [] };

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '"', "'"),
      fc.string({ maxLength: 20 }),
    )
    .map(([first, rest]) => first + rest),
);
const participants = fc.array(fc.record({ name: cell, email: cell }), { minLength: 1, maxLength: 10 });

it('round-trips every text and never yields a formula', () => {
  fc.assert(
    fc.property(participants, list => {
      const { data } = Papa.parse<string[]>(
        participantsCsv(
          list.map(person => ({ ...aParticipant(1), ...person })),
          nothingAsked,
        ).slice(1),
        { newline: '\r\n' },
      );
      const [head, ...rows] = data;
      expect(head).toEqual(['Nombre', 'Correo']);
      expect(rows.map(row => row.map(text => text.replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '')))).toEqual(
        list.map(({ name, email }) =>
          [name, email].map(text => text.replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '')),
        ),
      );
      for (const text of rows.flat()) expect(text).not.toMatch(/^[=+\-@＝＋－＠\t\r]/);
    }),
  );
});

it('every title yields a valid file name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), title => {
      const name = exportFileName(title);
      expect(name).toMatch(/^asistentes-.*[^. ]\.csv$/);
      expect(name).not.toMatch(/[\p{Cc}\\/:*?"<>|]/u);
      expect(new TextEncoder().encode(name).length).toBeLessThan(240);
    }),
  );
});
