import { REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import { NOTE_MAX } from '@minga/contract/administration/reports';
import { reportReasons } from '@minga/contract/report-reasons';
import { expect, test } from 'vitest';
import { reasonError } from './model.ts';
import { templatesFor, templatesOf } from './reason-templates.ts';

const decisions = ['hide', 'delete', 'ban'] as const;

test.each(decisions)('the templates of %s are distinct and can be sent as they are', decision => {
  const templates = templatesOf[decision];
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  for (const { text } of templates)
    expect(reasonError(text, Math.min(NOTE_MAX, REJECTION_REASON_MAX), 'missing')).toBeUndefined();
});

test.each(decisions)('%s has all templates, first the one for what most people report', decision => {
  for (const reason of [...reportReasons, undefined])
    expect(new Set(templatesFor(decision, reason))).toEqual(new Set(templatesOf[decision]));
  expect(templatesFor(decision, 'fraude')[0]?.id).toBe('plata');
  expect(templatesFor(decision, undefined)).toEqual(templatesOf[decision]);
});

test('a reason has a length', () => {
  expect(reasonError(' \n', 5, 'missing')).toBe('missing');
  expect(reasonError('🌱🌱🌱🌱🌱', 5, 'missing')).toBeUndefined();
  expect(reasonError('123456', 5, 'missing')).toBe('El motivo debe tener como máximo 5 caracteres');
});
