import { test as base } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, ON_THE_PHONE } from './fixtures.ts';
import { leave } from './screens/edges.ts';
import { englishOn } from './screens/english.ts';
import { everyScreen } from './screens/every-screen.ts';
import { smallTargets } from './screens/targets.ts';
import { viewerContexts } from './screens/viewer-contexts.ts';
import { visit } from './screens/visit.ts';
import { buildWorld, type World } from './screens/world.ts';

interface Seen {
  world: World;
  eyes: ReturnType<typeof viewerContexts>;
}

const test = base.extend<object, Seen>({
  world: [
    async ({ browserName: _ }, use) => {
      const world = await buildWorld();
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  eyes: [
    async ({ browser, world }, use, { project }) => {
      const { viewport, hasTouch, isMobile } = project.use;
      // A scheme for each width: contrast is looked at in both.
      const colorScheme = isMobile ? 'dark' : 'light';
      const window = {
        ...(viewport && { viewport }),
        ...(isMobile && { hasTouch: hasTouch === true, isMobile }),
      };
      const eyes = viewerContexts(browser, world, { ...window, colorScheme, reducedMotion: 'reduce' });
      await use(eyes);
      await eyes.leave();
    },
    { scope: 'worker' },
  ],
});

// Two hundred visits: of what fails there are pictures to be taken by name (npm run screenshots -- --only).
test.use({ trace: 'off' });

/** All take five minutes, which is for `EVERY_SCREEN=1 npm run test:e2e every-screen`: else each sixth stands for them. */
const chosen = everyScreen.filter((_, place) => process.env.EVERY_SCREEN || place % 6 === 0);

// Every other one on the phone, the rest on the desk: both would take twice as long, and seldom find more.
for (const [place, screen] of chosen.entries()) {
  const width = screen.only === 'phone' || place % 2 === 0 ? ON_THE_PHONE : AT_ANY_WIDTH;
  test(
    `${screen.name}: accessible, in Spanish, within the screen, with targets for thumbs`,
    width,
    async ({ world, eyes }) => {
      const page = await (await eyes.as(screen.who)).newPage();
      await visit(page, screen, world);
      await expectAccessible(page);
      expect({
        headings: await page.locator('h1').count(),
        mains: await page.locator('main').count(),
        english: await englishOn(page),
        smallTargets: await page.evaluate(smallTargets),
      }).toEqual({ headings: 1, mains: 1, english: [], smallTargets: [] });
      await leave(page);
    },
  );
}
