import { expect, it } from 'vitest';
import { effectsDueAt, isHidden, outcomeText, reporterText, shownBefore, statusAfter } from './rules.ts';

it.each([
  ['activity', 'hide', 'pending', false, 'rejected'],
  ['activity', 'delete', 'approved', false, 'rejected'],
  ['activity', 'ban', 'rejected', true, 'rejected'],
  ['collective', 'hide', 'active', false, 'inactive'],
  ['memory', 'delete', 'visible', false, 'hidden'],
  ['activity', 'dismiss', 'pending', false, null],
  ['activity', 'dismiss', 'rejected', false, null],
  ['activity', 'dismiss', 'rejected', true, 'approved'],
  ['memory', 'dismiss', 'visible', false, null],
  ['memory', 'dismiss', 'hidden', false, 'visible'],
  // The organiser has edited the activity since it was hidden.
  ['activity', 'dismiss', 'pending', true, null],
] as const)('%s: %s of a %s one, appealed: %s, gives %s', (type, decision, status, hasAppeal, given) => {
  expect(statusAfter(type, decision, { status, hasAppeal })).toBe(given);
});

it('knows what is hidden, and what was public before an appeal kept it hidden', () => {
  expect(isHidden('activity', 'rejected')).toBe(true);
  expect(isHidden('collective', 'held')).toBe(false);
  expect(shownBefore('activity', { status: 'rejected' }, false)).toEqual({ status: 'approved' });
  expect(shownBefore('activity', { status: 'rejected' }, true)).toEqual({ status: 'rejected' });
  expect(shownBefore('memory', { status: 'visible' }, false)).toEqual({ status: 'visible' });
  expect(effectsDueAt(new Date('2026-11-21T17:00:00Z'))).toEqual(new Date('2026-11-21T17:10:00Z'));
});

it('names what is reported, and the kinds of the reports', () => {
  const one = { targetType: 'collective', title: 'Minga verde' } as const;
  const why = { reason: 'Pide plata', reported: ['fraude', 'spam'] } as const;
  expect(reporterText(one, true)).toBe(
    'Revisamos tu reporte sobre el colectivo «Minga verde». Por ahora se queda como está.',
  );
  expect(reporterText(one, false)).toBe(
    'Revisamos tu reporte sobre el colectivo «Minga verde», y ya no se puede ver.',
  );
  expect(outcomeText(one, 'hidden', why)).toBe(
    'Ocultamos el colectivo «Minga verde» después de reportes (engaño o fraude y publicidad o contenido repetido), y ya no se puede ver. Motivo: Pide plata',
  );
  expect(outcomeText(one, 'upheld', { ...why, reported: [] })).toContain('sigue oculta. Motivo: Pide plata');
  const memory = { ...one, targetType: 'memory' } as const;
  expect(outcomeText(memory, 'restored', why)).toBe(
    'Revisamos la memoria de «Minga verde» como quedó, y vuelve a estar publicada.',
  );
  expect(outcomeText(memory, 'upheld', why)).toBe(
    'Revisamos la memoria de «Minga verde» como quedó, y sigue oculta. Motivo: Pide plata\nSi la corriges y la guardas, la revisamos de nuevo.',
  );
});
