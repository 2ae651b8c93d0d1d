import { expect, it } from 'vitest';
import { type Publication, textsOf } from './publication-texts.ts';

const empty: Publication = { title: '', description: '', place: '', responsible: [] };
const HELD = 'casino';

it.each<[name: string, changes: Partial<Publication>]>([
  ['title', { title: HELD }],
  ['description', { description: HELD }],
  ['place', { place: HELD }],
  ['directions', { directions: HELD }],
  ['memory', { memory: HELD }],
  ['tags', { tags: [HELD] }],
  ['responsible', { responsible: ['Ana', HELD] }],
  ['question', { questions: [{ label: HELD, options: [] }] }],
  ['option', { questions: [{ label: '', options: ['No', HELD] }] }],
  ['goal', { goals: [{ label: HELD, unit: '' }] }],
  ['unit of a goal', { goals: [{ label: '', unit: HELD }] }],
  ['need', { needs: [{ name: HELD, note: '' }] }],
  ['note of a need', { needs: [{ name: '', note: HELD }] }],
])('the %s is among the texts that are compared', (_name, changes) => {
  expect(textsOf({ ...empty, ...changes })).toContain(HELD);
});
