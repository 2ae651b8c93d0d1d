import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
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

/** The field, and what was sent. */
function show() {
  const sent: string[] = [];
  renderPiece(<Form onSent={password => void sent.push(password)} />);
  return { sent, field: screen.getByLabelText('Contraseña') };
}

const verdict = () => screen.queryByRole('status')?.textContent ?? null;

test('it judges nothing before it is used', async () => {
  const { field } = show();
  expect(verdict()).toBeNull();
  await userEvent.click(field);
  expect((await screen.findByRole('status')).textContent).toBe('');
});

test('a weak password is told so, in words and with what would help', async () => {
  const { field } = show();
  await userEvent.type(field, '123456');
  expect(await screen.findByText('Muy débil')).toBeTruthy();
  expect(verdict()).toBe('Seguridad: Muy débil. Es de las contraseñas más usadas.');
  await userEvent.clear(field);
  expect(verdict()).toBe('');
});

test('a good one needs no hint', async () => {
  const { field } = show();
  await userEvent.type(field, 'maíz-y-café');
  expect(await screen.findByText('Muy buena')).toBeTruthy();
  expect(verdict()).toBe('Seguridad: Muy buena');
});

test('what others know of the person is weak', async () => {
  const { field } = show();
  await userEvent.type(field, 'luzdary');
  expect(await screen.findByText(/datos personales/)).toBeTruthy();
});

test('it only advises: the form sends a weak one, and refuses what its schema refuses', async () => {
  const { field, sent } = show();
  await userEvent.type(field, '12345');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Muy corta')).toBeTruthy();
  await userEvent.type(field, '6');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await expect.poll(() => sent).toEqual(['123456']);
});

test('a form that is emptied leaves no verdict behind', async () => {
  const { field } = show();
  await userEvent.type(field, '123456');
  expect(await screen.findByText('Muy débil')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await expect.poll(verdict).toBe('');
});

test('the password can be shown', async () => {
  const { field } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
  expect(field.getAttribute('type')).toBe('text');
});
