import { SkipLink } from '../../components/skip-link.tsx';
import { WeaveBorder } from '../../components/weave-border.tsx';
import { AboutSection } from './about-section.tsx';
import { AppSection } from './app-section.tsx';
import { ClosingSection } from './closing-section.tsx';
import { FigureBand } from './figure-band.tsx';
import { HeroSection } from './hero-section.tsx';
import { ImpactSection } from './impact-section.tsx';
import type { Landing } from './landing.ts';
import { LandingFooter } from './landing-footer.tsx';
import { UpcomingSection } from './landing-opening.tsx';
import classes from './landing-page.module.css';
import { LandingHeader } from './landing-parts.tsx';
import { FeatureSections } from './landing-sections.tsx';
import { WhySection } from './why-section.tsx';

/**
 * The landing page (docs/rules.md R7.1): plain HTML and CSS, complete without JavaScript. docs/claims.md lists what makes
 * each of its claims true.
 */
export function LandingPage({ landing }: { landing: Landing }) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <LandingHeader />
      <main id="contenido">
        <HeroSection />
        <WeaveBorder motif="people" />
        <FigureBand figures={landing.figures} />
        <UpcomingSection upcoming={landing.upcoming} hasPast={(landing.figures?.activities ?? 0) > 0} />
        <WhySection />
        <FeatureSections />
        <WeaveBorder motif="zigzag" />
        <ImpactSection />
        <WeaveBorder motif="zigzag" />
        <AboutSection />
        <AppSection apkUrl={landing.apkUrl} />
        <ClosingSection />
      </main>
      <WeaveBorder motif="zigzag" />
      <LandingFooter landing={landing} />
    </div>
  );
}
