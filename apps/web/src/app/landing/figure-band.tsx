import classes from './figure-band.module.css';
import { figureLines } from './figure-lines.ts';
import section from './landing.module.css';
import type { Figures } from './landing.ts';

/** The site's figures below the woven band. */
export function FigureBand({ figures }: { figures: Figures | null }) {
  const lines = figureLines(figures);
  if (lines.length === 0) return null;
  return (
    <section aria-label="Minga en cifras" className={classes.band}>
      <ul className={`${section.wrap} ${classes.figures}`}>
        {lines.map(({ count, what }) => (
          <li key={what}>
            <strong className={classes.count}>{count}</strong>
            <span>{` ${what}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
