import { test as base } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, ON_THE_PHONE } from './fixtures.ts';
import { expectLegibleMagnified } from './magnified-text.ts';
import { coveredAtEnd } from './screens/covered-end.ts';
import { englishOn } from './screens/english.ts';
import { everyScreen } from './screens/every-screen.ts';
import { wrongFieldMarks } from './screens/field-marks.ts';
import { hiddenDialogButtons } from './screens/hidden-dialog-buttons.ts';
import { closePage } from './screens/network-stubs.ts';
import { sidewaysScroll } from './screens/sideways-scroll.ts';
import { buildSiteFixture, type SiteFixture } from './screens/site-fixture.ts';
import { smallTargets } from './screens/small-targets.ts';
import { viewerContexts } from './screens/viewer-contexts.ts';
import { visit } from './screens/visit.ts';
import { DESK, PHONE } from './windows.ts';

type Width = 'phone' | 'desk';

interface Fixtures {
  site: SiteFixture;
  viewers: Record<Width, ReturnType<typeof viewerContexts>>;
}

const test = base.extend<object, Fixtures>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await buildSiteFixture();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  viewers: [
    async ({ browser, site }, use) => {
      // One colour scheme per width, so that a run checks contrast in both.
      const viewers = {
        phone: viewerContexts(browser, site, { ...PHONE, colorScheme: 'dark', reducedMotion: 'reduce' }),
        desk: viewerContexts(browser, site, { ...DESK, colorScheme: 'light', reducedMotion: 'reduce' }),
      };
      await use(viewers);
      await viewers.phone.close();
      await viewers.desk.close();
    },
    { scope: 'worker' },
  ],
});

// Hundreds of visits: `npm run screenshots -- --only NAME` shows a screen that fails.
test.use({ trace: 'off' });

/** `EVERY_SCREEN=1 npm run test:e2e every-screen` visits every state at both widths; by default a run visits every tenth. */
const visits = everyScreen.flatMap((screen, index) => {
  const widths: readonly Width[] = screen.only === 'phone' ? ['phone'] : ['phone', 'desk'];
  if (process.env.EVERY_SCREEN) return widths.map(width => ({ screen, width }));
  return index % 10 === 0 ? [{ screen, width: widths[(index / 10) % widths.length] ?? 'phone' }] : [];
});

for (const { screen, width } of visits) {
  test(
    `${screen.name} on a ${width} is accessible, in Spanish, without overflow, with targets of 44 px and its dialog's buttons in view`,
    // Each width is visited by its own worker if all screens are. The few would not be worth a second site, which takes as long as half of them.
    process.env.EVERY_SCREEN && width === 'desk' ? AT_ANY_WIDTH : ON_THE_PHONE,
    async ({ site, viewers }) => {
      const page = await (await viewers[width].as(screen.viewer)).newPage();
      await visit(page, screen, site);
      await expectAccessible(page);
      expect({
        headings: await page.locator('h1').count(),
        mains: await page.locator('main').count(),
        english: await englishOn(page),
        smallTargets: await page.evaluate(smallTargets),
        wrongFieldMarks: await page.evaluate(wrongFieldMarks),
        coveredAtEnd: await page.evaluate(coveredAtEnd),
      }).toEqual({
        headings: 1,
        mains: 1,
        english: [],
        smallTargets: [],
        wrongFieldMarks: [],
        coveredAtEnd: [],
      });
      if (width === 'phone') expect(await sidewaysScroll(page)).toEqual([]);
      expect(await hiddenDialogButtons(page)).toEqual([]);
      if (width === 'phone' && process.env.EVERY_SCREEN) await expectLegibleMagnified(page);
      await closePage(page);
    },
  );
}
