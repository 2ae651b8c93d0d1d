import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { type Device, openDevice, setOnline, slowDown } from './device.ts';
import type { Step } from './step.ts';

/** More tab stops than any screen has between two actions. */
const STOPS_MAX = 150;
/** Of a person on a slow phone, on a machine that does other things as well. */
const PATIENCE_MS = 30_000;

/** A good time from a press to the frame that shows it ('Interaction to Next Paint'). */
const GOOD_MS = 200;

/** A press or a key, and where its time went, in milliseconds. */
interface Interaction {
  /** Of the screen. */
  readonly path: string;
  /** The event and its element. */
  readonly event: string;
  /** From the press to the frame that shows it, in multiples of 8. */
  readonly duration: number;
  /** Before its first listener ran, because other code did. */
  readonly waiting: number;
  /** In its listeners. */
  readonly handling: number;
}
const NONE: Interaction = { path: '', event: '', duration: 0, waiting: 0, handling: 0 };

/**
 * A person who walks through the product with one device. Counts what each step asks of them: actions are counted in the page, so
 * that nothing that reaches it is missed.
 */
export class Walker {
  readonly steps: Step[] = [];
  #presses = 0;
  #characters = 0;
  #screens = 0;
  /** The slowest one of the current step. */
  #slowest = NONE;
  #slowestOfScreens: Record<string, number> = {};

  readonly device: Device;
  readonly context: BrowserContext;
  /** The page that the person looks at. */
  page: Page;
  #network: CDPSession;

  private constructor(device: Device, page: Page, network: CDPSession) {
    this.device = device;
    this.context = page.context();
    this.page = page;
    this.#network = network;
  }

  static async start(browser: Browser, device: Device, baseURL: string): Promise<Walker> {
    const colorScheme = device === 'phone' ? 'dark' : 'light';
    const context = await openDevice(browser, device, colorScheme, baseURL);
    const page = await context.newPage();
    const walker = new Walker(device, page, await slowDown(page));
    await context.exposeBinding('walkerAction', (_, isCharacter: boolean) => {
      if (isCharacter) walker.#characters += 1;
      else walker.#presses += 1;
    });
    await context.exposeBinding('walkerDelay', (_, interaction: Interaction) => {
      // One press has several events of the same duration: the one that was handled longest tells most.
      const { duration, handling } = walker.#slowest;
      const slowest = Math.max(interaction.duration, walker.#slowestOfScreens[interaction.path] ?? 0);
      walker.#slowestOfScreens[interaction.path] = slowest;
      if (interaction.duration < duration) return;
      if (interaction.duration > duration || interaction.handling > handling) walker.#slowest = interaction;
    });
    await context.addInitScript(reportActions);
    walker.#watch(page);
    return walker;
  }

  #watch(page: Page): void {
    let path = '';
    page.on('framenavigated', frame => {
      if (frame !== page.mainFrame() || frame.url() === 'about:blank') return;
      const { pathname, search } = new URL(frame.url());
      if (pathname + search !== path) this.#screens += 1;
      path = pathname + search;
    });
  }

  /** Does one step and notes what it took. */
  async step(name: string, act: () => Promise<void>): Promise<void> {
    const before = { presses: this.#presses, characters: this.#characters, screens: this.#screens };
    this.#slowest = NONE;
    this.#slowestOfScreens = {};
    const startedAt = performance.now();
    await act();
    this.steps.push({
      name,
      presses: this.#presses - before.presses,
      characters: this.#characters - before.characters,
      screens: this.#screens - before.screens,
      seconds: (performance.now() - startedAt) / 1000,
      slowest: this.#slowest.duration,
      slowestOfScreens: this.#slowestOfScreens,
    });
    if (this.#slowest.duration > GOOD_MS) this.#tellSlowest(name, this.#slowest);
  }

  #tellSlowest(step: string, { event, duration, waiting, handling }: Interaction): void {
    const parts = `${waiting} ms waiting, ${handling} ms in its listeners`;
    process.stderr.write(`${this.device}, ${step}: ${duration} ms for ${event} (${parts})\n`);
  }

  /** Opens a link that the person got from elsewhere: WhatsApp, an e-mail, a bookmark. Counts as one press. */
  async open(url: string): Promise<void> {
    this.#presses += 1;
    await this.page.goto(url);
  }

  /** Continues in the tab that `act` opens. */
  async inNewTab(act: () => Promise<void>): Promise<void> {
    const opened = this.context.waitForEvent('page');
    await act();
    this.page = await opened;
    this.#network = await slowDown(this.page);
    this.#watch(this.page);
    this.#screens += 1;
  }

  /** Presses a button or a link, or marks a box: with the thumb, or with the keyboard. */
  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    if (this.device === 'phone') return this.tap(target);
    await this.#tabTo(target);
    await this.pressKey(key);
  }

  async tap(target: Locator): Promise<void> {
    await target.tap();
    await this.#seeFrame();
  }

  async pressKey(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.#seeFrame();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.enter(field);
    await this.typeKeys(text);
  }

  /** Types into the field that has the focus. A person sees a letter before typing the next one. */
  async typeKeys(text: string): Promise<void> {
    for (const key of text) {
      await this.page.keyboard.type(key);
      await this.#seeFrame();
    }
  }

  /** Moves the focus to a field. */
  enter = (field: Locator): Promise<void> => (this.device === 'phone' ? this.tap(field) : this.#tabTo(field));

  /**
   * Waits for the frame after a press. Until then nothing else may run in the page: Playwright searches it for the next element by
   * roles and names, which takes longer at this speed than the press itself and would count as its waiting.
   */
  async #seeFrame(): Promise<void> {
    const frame = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)));
    // Fails if the press leaves the page.
    await this.page.evaluate(frame).catch(() => undefined);
  }

  /** Counts presses outside of the page, as in the device's own picker of a time. */
  countPresses(count: number): void {
    this.#presses += count;
  }

  /** Chooses an option of a `select`: one press opens the list, another chooses. */
  async choose(field: Locator, option: string): Promise<void> {
    this.#presses += 2;
    if (this.device === 'desk') await this.#tabTo(field);
    await field.selectOption(option);
  }

  async see(target: Locator): Promise<void> {
    await expect(target.first()).toBeVisible({ timeout: PATIENCE_MS });
  }

  setOnline = (isOnline: boolean): Promise<void> => setOnline(this.context, this.#network, isOnline);

  async stop(): Promise<void> {
    await this.context.close();
  }

  async #tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible({ timeout: PATIENCE_MS });
    const key = (await target.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab';
    for (let stop = 0; stop < STOPS_MAX; stop += 1) {
      if (await target.evaluate(element => element === document.activeElement)) return;
      await this.pressKey(key);
    }
    throw new Error(`no Tab leads to ${target}`);
  }
}

/** Runs in the page: whether the way back is the shorter one. */
function isBeforeFocus(target: Element): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return false;
  // Shift+Tab enters a group of radio buttons at its last one.
  if (target instanceof HTMLInputElement && target.type === 'radio') return false;
  return (target.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Runs in the page. */
function reportActions(): void {
  const walker = globalThis as unknown as {
    walkerAction(isCharacter: boolean): void;
    walkerDelay(interaction: Interaction): void;
  };
  const toInteraction = (entry: PerformanceEventTiming): Interaction => {
    const element = entry.target instanceof HTMLElement ? entry.target : null;
    const label =
      element?.getAttribute('aria-label') ?? element?.getAttribute('name') ?? element?.innerText ?? '';
    return {
      path: location.pathname,
      event: `${entry.name} on ${element?.localName} «${label.slice(0, 40)}»`,
      duration: entry.duration,
      waiting: Math.round(entry.processingStart - entry.startTime),
      handling: Math.round(entry.processingEnd - entry.processingStart),
    };
  };
  const report = (isCharacter: boolean) => walker.walkerAction(isCharacter);
  // A clock that a walk sets would replace it with a timer.
  const { requestIdleCallback } = globalThis;
  Object.defineProperty(globalThis, 'requestIdleCallback', { get: () => requestIdleCallback, set: () => {} });
  // Interactions are what 'Interaction to Next Paint' counts: presses and keys, not pointers that move.
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) walker.walkerDelay(toInteraction(entry));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  addEventListener('pointerdown', () => report(false), { capture: true });
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Shift') return;
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      report(isText && key.length === 1 && target.type !== 'checkbox' && target.type !== 'radio');
    },
    { capture: true },
  );
}
