import { type ImportOutcome, importParticipants } from '@minga/contract/people-import';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import { firstOwn, showParticipants } from '../../../../test/participants-screen.ts';
import { respond, type SentRequest } from '../../../../test/server.ts';

interface Sent {
  rows: { name: string; phone?: string }[];
  dryRun: boolean;
  force: boolean;
}
const resultsOf = ({ rows, dryRun, force }: Sent): ImportOutcome[] =>
  rows.map(({ name, phone }, index) => {
    if (name === '') return { index, result: 'invalid', mailed: false, message: 'Falta el nombre' };
    if (phone === '12')
      return { index, result: 'invalid', mailed: false, message: 'Ingresa un teléfono válido' };
    if (name === 'Lleno' && !force)
      return { index, result: 'full', mailed: false, message: 'Ya no hay cupos' };
    const added = { index, result: 'added', mailed: name === 'Luis' } as const;
    return dryRun ? added : { ...added, attendanceId: aParticipant(index + 1)._id };
  });

/** The server adds all people but those with the phone 12, and «Lleno» only if forced; it mails Luis. It is away while `isAway()`. */
function show(isAway = () => false) {
  return showParticipants({
    participants: [aParticipant(1, { name: 'Rosa', phone: '+573001234567' }), aParticipant(2)],
    responses: respond(
      importParticipants,
      ({ body }: SentRequest) => {
        if (isAway()) return { status: 503, body: { message: AWAY, code: 'UNAVAILABLE' } };
        const results = resultsOf(body as Sent);
        const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
        return {
          body: {
            results,
            added: count('added'),
            already: 0,
            full: count('full'),
            invalid: count('invalid'),
            mailed: results.filter(({ mailed }) => mailed).length,
          },
        };
      },
      { taskId: firstOwn._id },
    ),
  });
}

const AWAY = 'El servicio no está disponible en este momento';

async function paste(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Traer una lista' }));
  const field = await screen.findByRole('textbox', { name: 'Tu lista' });
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole('button', { name: 'Revisar la lista' }));
}

test('shows what was understood, corrects a row in place, adds at one press and says who still needs telling', async () => {
  const { requestsTo } = show();
  await paste('1. Rosa 300 123 4567\n2. Luis - luis@example.org\n3. Ana');
  expect(await screen.findByText('Se agregan 3')).toBeTruthy();
  const list = within(screen.getByRole('list', { name: 'Personas de la lista' }));
  expect(list.getByText('300 123 4567')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Corregir: Ana' }));
  const phone = screen.getByRole('textbox', { name: 'Teléfono' });
  await userEvent.type(phone, '12');
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }));
  expect(await screen.findByText('Se agregan 2 · por corregir 1')).toBeTruthy();
  expect(list.getByText('Ingresa un teléfono válido')).toBeTruthy();
  // Rows with a problem come first.
  expect(within(list.getAllByRole('listitem')[0] as HTMLElement).getByText('Ana')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Corregir: Ana' }));
  await userEvent.click(screen.getByRole('button', { name: 'Quitar de la lista' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar a 2 personas' }));
  expect(await screen.findByRole('heading', { name: 'Agregaste a 2 personas' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Les avisamos por correo · 1' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Falta que les cuentes · 1' })).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Contarle por WhatsApp a Rosa' });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/573001234567\?text=Hola%2C%20Rosa\./);
  const sent = requestsTo('POST').map(({ body }) => (body as Sent).dryRun);
  expect(sent).toEqual([true, true, true, false]);
});

test('asks about an e-mail whose service seems mistyped, and corrects it at one press', async () => {
  const { requestsTo } = show();
  await paste('Rosa - rosa@gmail.com\nLuz - luz@gmial.com\nAna - ana@gmx.com');
  const list = within(await screen.findByRole('list', { name: 'Personas de la lista' }));
  const names = () =>
    list.getAllByRole('listitem').map(row => within(row).getByText(/^(Rosa|Luz|Ana)$/).textContent);
  await expect.poll(names).toEqual(['Luz', 'Rosa', 'Ana']);
  expect(list.getAllByText('¿Quisiste decir')).toHaveLength(1);
  await userEvent.click(list.getByRole('button', { name: 'luz@gmail.com' }));
  expect(list.queryByText('¿Quisiste decir')).toBeNull();
  expect(document.activeElement?.getAttribute('role')).toBe('status');
  await expect
    .poll(() => requestsTo('POST').at(-1)?.body)
    .toMatchObject({ rows: [{}, { email: 'luz@gmail.com' }, {}] });
});

test('says that a list is unchecked while the server is away, checks it at a press, and adds it when the server is back', async () => {
  let isAway = true;
  show(() => isAway);
  await paste('Rosa\nLuis - luis@example.org');
  expect(await screen.findByText(AWAY)).toBeTruthy();
  expect(screen.getByText('Falta revisar a 2 personas')).toBeTruthy();
  expect(screen.getByText(/^Le decimos a cada quien/)).toBeTruthy();
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
  const add = await screen.findByRole('button', { name: 'Agregar a 2 personas' });
  isAway = true;
  await userEvent.click(add);
  expect(await screen.findByText(AWAY)).toBeTruthy();
  isAway = false;
  await userEvent.click(add);
  expect(await screen.findByRole('heading', { name: 'Agregaste a 2 personas' })).toBeTruthy();
});

test('says what of a pasted table is not used, by row and by column', async () => {
  show();
  await paste('Nombre,Correo,Celular,Vereda\nAna,ana@x.co,3001234567 / 3109876543,Quintana');
  const list = await screen.findByRole('list', { name: 'Personas de la lista' });
  within(list).getByText('· 3001234567');
  within(list).getByText('Sin usar: 3109876543');
  screen.getByText('Columnas sin usar: Vereda');
});

test('adds people beyond the capacity only if the organiser says so', async () => {
  show();
  await paste('Lleno\nLuis');
  expect(await screen.findByText('Se agrega 1 · no cabe 1')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Agregar también a quienes no caben' }));
  expect(await screen.findByText('Se agregan 2')).toBeTruthy();
});

test('returns to the people who were not added, with what was typed of them', async () => {
  show();
  await paste('Rosa 300 123 4567\n310 444 5566\nLuis\nLleno');
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar a 2 personas' }));
  expect(await screen.findByText('310 444 5566')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Volver a las 2 que faltan' }));
  const summary = await screen.findByText('No cabe 1 · por corregir 1');
  expect(document.activeElement).toBe(summary);
  const list = within(screen.getByRole('list', { name: 'Personas de la lista' }));
  expect(list.queryByText('Rosa')).toBeNull();
  expect(list.getByText('310 444 5566')).toBeTruthy();
});

test('reads a dropped or chosen file, and says what is wrong with one that it cannot read', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Traer una lista' }));
  await screen.findByRole('textbox', { name: 'Tu lista' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const upload = (content: string, name: string) =>
    userEvent.upload(input, new File([content], name), { applyAccept: false });
  await upload('%PDF-1.7', 'lista.pdf');
  expect(await screen.findByText(/^Solo leemos archivos de Excel/)).toBeTruthy();
  await upload('\n\n', 'vacia.csv');
  expect(await screen.findByText(/^No encontramos personas/)).toBeTruthy();
  await upload('Nombre;Celular\nRosa;3001234567\nLuis;', 'lista.csv');
  expect(await screen.findByText('Se agregan 2')).toBeTruthy();
});

test('brings more than five hundred people in parts', async () => {
  show();
  await paste(Array.from({ length: 620 }, (_, n) => `Persona ${'abcdefghij'[n % 10]}${n}`).join('\n'));
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar a 500 personas' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Seguir con 120 personas más' }));
  expect(await screen.findByRole('button', { name: 'Agregar a 120 personas' })).toBeTruthy();
  const list = screen.getByRole('list', { name: 'Personas de la lista' });
  expect(list.children).toHaveLength(120);
});
