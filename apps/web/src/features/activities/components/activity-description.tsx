import classes from './activity-description.module.css';

/** The organiser's description, with line breaks preserved. */
export const ActivityDescription = ({ text }: { text: string }) => (
  <p className={classes.text} data-empty={text === '' || undefined}>
    {text === '' ? 'Sin descripción' : text}
  </p>
);
