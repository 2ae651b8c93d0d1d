import { describe, expect, test } from 'vitest';
import { aReportCase } from '../../../test/report-case.ts';
import {
  bulkOutcomeText,
  canUndo,
  caseCommand,
  decisionDone,
  decisionKey,
  decisionLabel,
  decisionOf,
  decisionsOf,
  decisionToast,
  undoneText,
} from './model.ts';

describe('bulk-outcome-text', () => {
  test.each([
    ['approve', 12, 1, '12 aprobadas, 1 ya había cambiado'],
    ['reject', 1, 2, '1 rechazada, 2 ya habían cambiado'],
    ['delete', 0, 1, '0 eliminadas, 1 ya había cambiado'],
    ['approve', 3, 0, '3 aprobadas'],
  ] as const)('%s of %s and %s: %s', (action, done, skipped, text) => {
    expect(bulkOutcomeText(action, { done, skipped })).toBe(text);
  });

  test.each([
    [1, ['pending'], '1 vuelve a estar pendiente'],
    [12, ['pending'], '12 vuelven a estar pendientes'],
    [1, ['approved'], '1 vuelve a estar como estaba'],
    [2, ['pending', 'approved'], '2 vuelven a estar como estaban'],
  ] as const)('says that %s of %j were undone', (count, statuses, text) => {
    expect(
      undoneText(
        count,
        statuses.map(status => ({ status })),
      ),
    ).toBe(text);
  });
});

describe('case-decisions', () => {
  const editedMemory = aReportCase({ target: { type: 'memory', status: 'hidden' } });
  const appeal = { text: 'No es una venta', at: '2026-11-20T15:00:00.000Z' };

  test.each([
    ['of an activity', aReportCase(), ['dismiss', 'hide', 'delete', 'ban']],
    ['of an admin', aReportCase({ author: { canBan: false } }), ['dismiss', 'hide', 'delete']],
    ['of a suspended account', aReportCase({ author: { isActive: false } }), ['dismiss', 'hide', 'delete']],
    ['without an author', aReportCase({ author: null }), ['dismiss', 'hide', 'delete']],
    ['of what was deleted', aReportCase({ target: { status: 'deleted' } }), ['dismiss', 'ban']],
    ['with an appeal', aReportCase({ appeal }), ['dismiss', 'hide', 'delete']],
    ['of an edited memory', editedMemory, ['dismiss', 'hide', 'delete']],
  ] as const)('the decisions about a case %s', (_, reported, decisions) => {
    expect(decisionsOf(reported)).toEqual(decisions);
  });

  test('words agree with the gender of what was reported', () => {
    const { target } = aReportCase();
    expect(decisionDone('hide', aReportCase())).toBe('Ocultada');
    expect(decisionDone('hide', aReportCase({ target: { type: 'collective' } }))).toBe('Ocultado');
    expect(decisionLabel('hide', aReportCase({ appeal }))).toBe('Dejar oculta');
    for (const again of [aReportCase({ appeal }), editedMemory])
      expect([decisionLabel('dismiss', again), decisionToast('dismiss', again)]).toEqual([
        'Volver a publicar',
        `Publicada de nuevo: ${again.target.title}`,
      ]);
    expect(decisionToast('dismiss', aReportCase())).toBe(`Descartado: ${target.title}`);
  });

  test('one key has one meaning: it dismisses reports, or publishes again what was hidden', () => {
    const plain = aReportCase();
    expect([decisionKey('dismiss', plain), decisionKey('dismiss', editedMemory)]).toEqual(['D', 'P']);
    expect([decisionOf('dismiss', plain), decisionOf('republish', plain)]).toEqual(['dismiss', null]);
    expect([decisionOf('dismiss', editedMemory), decisionOf('republish', editedMemory)]).toEqual([
      null,
      'dismiss',
    ]);
    expect([decisionOf('hide', editedMemory), decisionOf('ban', editedMemory)]).toEqual(['hide', null]);
  });

  test('a decision can be undone until a time', () => {
    const closed = aReportCase({ status: 'closed', canUndoUntil: '2026-11-20T15:00:00.000Z' });
    expect(canUndo(closed, new Date('2026-11-20T14:59:59Z'))).toBe(true);
    expect(canUndo(closed, new Date('2026-11-20T15:00:00Z'))).toBe(false);
    expect(canUndo(aReportCase(), new Date())).toBe(false);
  });
});

describe('case-keys', () => {
  const pressed = (key: string, changes = {}) =>
    caseCommand({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...changes });

  test.each([
    ['j', 'next'],
    ['ArrowDown', 'next'],
    ['k', 'previous'],
    ['ArrowUp', 'previous'],
    ['d', 'dismiss'],
    ['p', 'republish'],
    // With the Shift key or Caps Lock.
    ['O', 'hide'],
    ['e', 'delete'],
    ['c', 'ban'],
    ['z', 'undo'],
    ['?', 'help'],
    ['x', null],
    ['Enter', null],
    ['Delete', null],
  ])('%s: %s', (key, command) => {
    expect(pressed(key)).toBe(command);
  });

  describe('is left to the browser', () => {
    test.each(['ctrlKey', 'altKey', 'metaKey'])('with %s', modifier => {
      expect(pressed('d', { [modifier]: true })).toBeNull();
    });
  });

  test('a key that is held down moves, and decides only once', () => {
    expect(pressed('j', { repeat: true })).toBe('next');
    expect(pressed('d', { repeat: true })).toBeNull();
  });
});
