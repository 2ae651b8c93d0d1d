import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fill } from '../../../test/fill.ts';
import { renderPiece } from '../../../test/render.tsx';
import { fieldProps } from './field-props.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useSchemaForm } from './use-schema-form.ts';

const schema = z.object({ password: z.string().check(z.minLength(6, 'Muy corta')) });

function Form({ onSent }: { onSent: (password: string) => void }) {
  const form = useSchemaForm(schema, { password: '' });
  const submit = form.handleSubmit(({ password }) => {
    onSent(password);
    form.reset();
  });
  return (
    <form onSubmit={submit}>
      <NewPasswordField label="Contraseña" userInputs={['Luz Dary']} {...fieldProps(form, 'password')} />
      <button type="submit">Enviar</button>
    </form>
  );
}

/** Renders the form; `sent` collects the submitted values. */
function show() {
  const sent: string[] = [];
  renderPiece(<Form onSent={password => void sent.push(password)} />);
  return { sent, field: screen.getByLabelText('Contraseña') };
}

const verdict = () => screen.queryByRole('status')?.textContent ?? null;

test('it rates nothing before it is used', async () => {
  const { field } = show();
  expect(verdict()).toBeNull();
  await userEvent.click(field);
  expect((await screen.findByRole('status')).textContent).toBe('');
});

test('a weak password gets a rating in words and a hint', async () => {
  const { field } = show();
  await fill(field, '123456');
  expect(await screen.findByText('Muy débil')).toBeTruthy();
  expect(verdict()).toBe('Seguridad: Muy débil. Es de las contraseñas más usadas.');
  await userEvent.clear(field);
  expect(verdict()).toBe('');
});

test('a good password gets no hint', async () => {
  const { field } = show();
  await fill(field, 'maíz-y-café');
  expect(await screen.findByText('Muy buena')).toBeTruthy();
  expect(verdict()).toBe('Seguridad: Muy buena');
});

test('personal data makes a weak password', async () => {
  const { field } = show();
  await fill(field, 'luzdary');
  expect(await screen.findByText(/datos personales/)).toBeTruthy();
});

test('it only advises: the form submits a weak password and rejects what its schema rejects', async () => {
  const { field, sent } = show();
  await fill(field, '12345');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Muy corta')).toBeTruthy();
  await userEvent.type(field, '6');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await expect.poll(() => sent).toEqual(['123456']);
});

test('resetting the form clears the rating', async () => {
  const { field } = show();
  await fill(field, '123456');
  expect(await screen.findByText('Muy débil')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await expect.poll(verdict).toBe('');
});

test('the password can be shown', async () => {
  const { field } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(field.getAttribute('type')).toBe('text');
});
