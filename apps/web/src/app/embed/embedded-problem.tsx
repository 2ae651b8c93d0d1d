import classes from './embed.module.css';
import { EmbedFrame } from './embed-frame.tsx';

/** What is missing or wrong, in a frame. */
export const EmbeddedProblem = ({ sentence }: { sentence: string }) => (
  <EmbedFrame more={{ url: '/actividades', text: 'Ver actividades' }}>
    <h1 className={classes.problem}>{sentence}</h1>
  </EmbedFrame>
);
