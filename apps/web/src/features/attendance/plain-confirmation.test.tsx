import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { PlainConfirmation, setPlainForm } from './plain-confirmation.tsx';

const markup = (changes: Parameters<typeof anActivity>[0]) => {
  const activity = anActivity({ date: '2100-05-01T15:00:00.000Z', ...changes });
  setPlainForm({ activity, own: null, outcome: null, problems: [], typed: {}, dataDays: 30 });
  return renderToStaticMarkup(<PlainConfirmation />);
};

test.each([0, 2])('says that each person confirms alone only without companions: %i', max => {
  const form = markup({ companionsMax: max });
  expect(form.includes('¿Cuántas personas van contigo?')).toBe(max > 0);
  expect(form.includes('Cada persona confirma por su cuenta.')).toBe(max === 0);
});

test('marks the optional questions, and only them', () => {
  const question = { kind: 'text' as const, options: [] };
  const form = markup({
    questions: [
      { ...question, _id: '0199cccc-0000-7000-8000-000000000001', label: '¿Qué traes?', required: false },
      {
        ...question,
        _id: '0199cccc-0000-7000-8000-000000000002',
        label: '¿De dónde vienes?',
        required: true,
      },
    ],
  });
  expect(form).toContain('>¿Qué traes? (opcional)<');
  expect(form).toContain('>¿De dónde vienes?<');
});
