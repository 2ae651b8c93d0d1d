import type { ReactNode } from 'react';
import classes from './feature-section.module.css';
import section from './landing.module.css';

interface Props {
  id: string;
  title: string;
  lead: string;
  points: { title: string; text: string }[];
  picture: ReactNode;
  /** Places the picture to the right of the text. */
  isTurned?: boolean;
}

/** A feature's description on one side, a scene on the other. */
export const FeatureSection = ({ id, title, lead, points, picture, isTurned = false }: Props) => (
  <section aria-labelledby={id} className={`${section.section} ${section.wrap}`}>
    <div className={classes.sides} data-turned={isTurned || undefined}>
      <div className={classes.picture}>{picture}</div>
      <div>
        <h2 id={id} className={section.title}>
          {title}
        </h2>
        <p className={section.lead}>{lead}</p>
        <ul className={classes.points}>
          {points.map(point => (
            <li key={point.title}>
              <Diamond />
              <h3 className={classes.point}>{point.title}</h3>
              <p>{point.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  </section>
);

/** A rhombus made of stitches. */
const Diamond = () => (
  <svg viewBox="0 0 7 7" className={classes.diamond} shapeRendering="crispEdges" aria-hidden="true">
    <path d="M3 0h1v1h1v1h1v1h1v1h-1v1h-1v1h-1v1h-1v-1h-1v-1h-1v-1h-1v-1h1v-1h1v-1h1z" />
    <path d="M3 2h1v1h1v1h-1v1h-1v-1h-1v-1h1z" className={classes.heart} />
  </svg>
);
