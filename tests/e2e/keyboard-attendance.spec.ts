import type { Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { enter, press, replaceText, tabTo } from './keyboard.ts';
import { publishActivity } from './organiser.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test(
  'with the keyboard only: an activity asks for more, a visitor signs up, another waits, and the organiser admits and removes',
  AT_ANY_WIDTH,
  async ({ page, browser, product }) => {
    const { id } = await publishActivity(page);
    await page.goto(`/tasks/${id}`);
    await enter(page.locator('summary', { hasText: /^Cupos/ }), () =>
      expect(page.getByLabel('Cuántas personas caben')).toBeVisible(),
    );
    await replaceText(page.getByLabel('Cuántas personas caben'), '1');
    await enter(page.locator('summary', { hasText: 'Qué se necesita' }), () =>
      expect(button(page, 'Agregar tarea o cosa')).toBeVisible(),
    );
    await enter(button(page, 'Agregar tarea o cosa'), () => expect(page.getByLabel('1. Qué')).toBeFocused());
    await page.keyboard.type('Cocina');
    await enter(page.locator('summary', { hasText: 'Confirmar sin correo' }), () =>
      expect(page.getByLabel('Qué dejan quienes confirman')).toBeVisible(),
    );
    await tabTo(page.getByLabel('Qué dejan quienes confirman'));
    await page.keyboard.type('Solo');
    await enter(button(page, 'Actualizar actividad'), () =>
      expect(page.getByText('Actividad actualizada')).toBeVisible(),
    );

    const visit = async (name: string) => {
      const context = await browser.newContext({ baseURL: product.url });
      const visitor = await context.newPage();
      await visitor.goto(`/actividades/${id}`);
      return { visitor, name, end: () => context.close() };
    };
    const carmen = await visit('Doña Carmen');
    const nameField = (visitor: Page) => visitor.getByLabel('Nombre');
    await enter(button(carmen.visitor, 'Asistir a actividad'), () =>
      expect(nameField(carmen.visitor)).toBeFocused(),
    );
    await carmen.visitor.keyboard.type(carmen.name);
    await enter(button(carmen.visitor, 'Siguiente'), () =>
      expect(carmen.visitor.getByRole('checkbox', { name: 'Cocina' })).toBeVisible(),
    );
    await tabTo(carmen.visitor.getByRole('checkbox', { name: 'Cocina' }));
    await carmen.visitor.keyboard.press('Space');
    await enter(button(carmen.visitor, 'Confirmar'), () =>
      expect(carmen.visitor.getByLabel('Tu enlace')).toBeVisible(),
    );
    await enter(button(carmen.visitor, 'Listo'), () =>
      expect(carmen.visitor.getByText('Elegiste: Cocina')).toBeVisible(),
    );
    await carmen.end();

    const luis = await visit('Luis');
    await enter(button(luis.visitor, 'Entrar a la lista de espera'), () =>
      expect(nameField(luis.visitor)).toBeFocused(),
    );
    await luis.visitor.keyboard.type(luis.name);
    await press(luis.visitor, 'Enter', () => expect(luis.visitor.getByLabel('Tu enlace')).toBeVisible());
    await enter(button(luis.visitor, 'Listo'), () =>
      expect(luis.visitor.getByText('En espera, puesto 1')).toBeVisible(),
    );

    await page.goto(`/tasks/asistencia?taskId=${id}`);
    await enter(button(page, 'Dar cupo: Luis'), () =>
      expect(page.getByRole('dialog', { name: 'Dar cupo' })).toBeVisible(),
    );
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Dar cupo' }), () =>
      expect(page.getByText('Luis ya tiene cupo')).toBeVisible(),
    );
    await enter(button(page, 'Más acciones'), () =>
      expect(button(page, 'Quitar a varias personas')).toBeVisible(),
    );
    await enter(button(page, 'Quitar a varias personas'), () =>
      expect(page.getByRole('checkbox', { name: 'Luis' })).toBeVisible(),
    );
    await tabTo(page.getByRole('checkbox', { name: 'Luis' }));
    await page.keyboard.press('Space');
    await tabTo(button(page, 'Eliminar'), 'Shift+Tab');
    await press(page, 'Enter', () => expect(page.getByRole('dialog')).toBeVisible());
    await enter(page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }), () =>
      expect(page.getByRole('heading', { name: '1 participante' })).toBeFocused(),
    );
    await luis.end();
  },
);
