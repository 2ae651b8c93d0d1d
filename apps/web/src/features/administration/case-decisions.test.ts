import { expect, test } from 'vitest';
import { aReportCase } from '../../../test/report-case.ts';
import { canUndo, decisionDone, decisionLabel, decisionsOf, decisionToast } from './case-decisions.ts';

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

test('a decision can be undone until a time', () => {
  const closed = aReportCase({ status: 'closed', canUndoUntil: '2026-11-20T15:00:00.000Z' });
  expect(canUndo(closed, new Date('2026-11-20T14:59:59Z'))).toBe(true);
  expect(canUndo(closed, new Date('2026-11-20T15:00:00Z'))).toBe(false);
  expect(canUndo(aReportCase(), new Date())).toBe(false);
});
