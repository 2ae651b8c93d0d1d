import type { Browser, Locator, Page, Request } from '@playwright/test';
import { startProduct } from '../../../scripts/product.ts';
import { publishWithDoor } from '../door-fixtures.ts';
import { openDevice } from './device.ts';

type Size = readonly [width: number, height: number];
const PHONE: Size = [360, 740];
const LOW_PHONE: Size = [360, 640];
const DESK: Size = [1280, 860];

interface Measure {
  readonly of: string;
  readonly window: Size;
  readonly aim: string;
  readonly measured: string;
}

/**
 * How much of what a person looks for the first screens show, and what they load, as a table: for visitors with the demo's community,
 * for organisers with an activity of fourteen people.
 */
export async function firstScreensTable(browser: Browser): Promise<string> {
  const measures = [
    ...(await withProduct(['--demo'], url => asVisitor(browser, url))),
    ...(await withProduct([], url => asOrganiser(browser, url))),
  ];
  const lines = measures.map(
    ({ of, window, aim, measured }) => `| ${of} | ${window.join(' × ')} | ${aim} | ${measured} |`,
  );
  return `## First screens\n\n| What | Window | Aim | Measured |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

async function withProduct<Result>(flags: string[], use: (url: string) => Promise<Result>): Promise<Result> {
  const product = await startProduct({}, flags);
  try {
    return await use(product.url);
  } finally {
    await product.stop();
  }
}

async function asVisitor(browser: Browser, baseURL: string): Promise<Measure[]> {
  const [activity] = await (await fetch(`${baseURL}/api/tasks/search?date=proximas&limit=1`)).json();
  const path = `/actividades/${activity._id}`;
  const measures: Measure[] = [];
  for (const [of, url] of [
    ['An activity', path],
    ['The agenda', '/actividades'],
  ] as const) {
    const context = await openDevice(browser, 'phone', 'light', baseURL);
    const page = await context.newPage();
    const read = await loaded(page, async () => void (await page.goto(url, { waitUntil: 'networkidle' })));
    const press = await loaded(page, async () => {
      const control =
        of === 'An activity'
          ? page.getByRole('button', { name: /^Asistir/ }).first()
          : page.getByRole('button', { name: /^Filtros/ }).first();
      await control.tap();
      await page.getByRole('dialog').waitFor();
      await page.waitForLoadState('networkidle');
    });
    measures.push(
      measure(`${of}, read: requests`, PHONE, '≤ 25', read.requests),
      measure(`${of}, read: kB without pictures`, PHONE, '≤ 220', kilobytes(read.bytes)),
      measure(`${of}, read: kB of JavaScript`, PHONE, '≤ 130', kilobytes(read.scriptBytes)),
      measure(`${of}, first press: kB of JavaScript`, PHONE, '', kilobytes(press.scriptBytes)),
    );
    await context.close();
  }
  const phone = await openDevice(browser, 'phone', 'light', baseURL);
  const page = await phone.newPage();
  const desk = await openDevice(browser, 'desk', 'light', baseURL);
  const facts = page
    .locator('main h1')
    .or(page.locator('main time').first())
    .or(page.getByRole('button', { name: 'Asistir a actividad' }));
  for (const [window, aim, of] of [
    [PHONE, '≥ 5', page],
    [DESK, '≥ 7', await desk.newPage()],
  ] as const) {
    const rows = await wholeOnes(of.locator('main article'), window, '/actividades');
    measures.push(measure('Agenda: whole activities', window, aim, rows));
  }
  measures.push(
    measure('An activity: title, time and button', LOW_PHONE, '3', await wholeOnes(facts, LOW_PHONE, path)),
    measure('Home: screens', PHONE, '≤ 5', await screens(page, PHONE, '/')),
  );
  await phone.close();
  await desk.close();
  return measures;
}

async function asOrganiser(browser: Browser, baseURL: string): Promise<Measure[]> {
  const phone = await openDevice(browser, 'phone', 'light', baseURL);
  const page = await phone.newPage();
  const names = Array.from({ length: 14 }, (_, number) => `Vecina ${number + 1} de la vereda`);
  const { id, path } = await publishWithDoor(page, names);
  const { scriptBytes } = await loaded(page, async () => {
    await page.goto('/tasks');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  const people = await wholeOnes(page.locator('tbody tr'), PHONE, `/tasks/${id}/gente`);
  const namesAtDoor = await wholeOnes(page.locator('li:has(button)'), PHONE, path);
  const form = await screens(page, PHONE, '/add-task');
  await phone.close();
  return [
    measure('/tasks, until shown: kB of JavaScript', PHONE, '≤ 170', kilobytes(scriptBytes)),
    measure('Gente: whole people', PHONE, '≥ 8', people),
    measure('Puerta: whole names', PHONE, '≥ 5', namesAtDoor),
    measure('Form of an activity: screens', PHONE, '≤ 2', form),
  ];
}

const measure = (of: string, window: Size, aim: string, measured: string | number): Measure => ({
  of,
  window,
  aim,
  measured: String(measured),
});

/** How many of the elements are in the first screen as a whole, and below no pinned bar. */
async function wholeOnes(elements: Locator, [width, height]: Size, url: string): Promise<number> {
  const page = elements.page();
  await page.setViewportSize({ width, height });
  await page.goto(url, { waitUntil: 'networkidle' });
  await elements.first().waitFor();
  return elements.evaluateAll(all => {
    const isWhole = (element: Element) => {
      const { top, bottom, left, width } = element.getBoundingClientRect();
      return [top + 1, bottom - 2].every(y => {
        const hit = document.elementFromPoint(left + width / 2, y);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      });
    };
    return all.filter(isWhole).length;
  });
}

/** The height of the page in heights of the window. */
async function screens(page: Page, [width, height]: Size, url: string): Promise<string> {
  await page.setViewportSize({ width, height });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('h1').waitFor();
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  return (whole / height).toFixed(1);
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

/** Counts the requests and the bytes that the browser receives during `act`, compressed as the server sends them. */
async function loaded(page: Page, act: () => Promise<void>) {
  const requests: Request[] = [];
  const record = (request: Request) => void requests.push(request);
  page.on('request', record);
  await act();
  page.off('request', record);
  const sizes = await Promise.all(
    requests.map(async request => {
      const { responseBodySize: body, responseHeadersSize: headers } = await request.sizes();
      return { type: request.resourceType(), body, headers };
    }),
  );
  const bodies = sizes.filter(({ type }) => type === 'script').map(({ body }) => body);
  const withHeaders = sizes.filter(({ type }) => type !== 'image').map(({ body, headers }) => body + headers);
  return { requests: requests.length, bytes: sum(withHeaders), scriptBytes: sum(bodies) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
