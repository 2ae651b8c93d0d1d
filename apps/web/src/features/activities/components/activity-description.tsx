import classes from './activity-description.module.css';

/** The organiser's own words, with their line breaks. */
export const ActivityDescription = ({ text }: { text: string }) => (
  <p className={classes.text} data-empty={text === '' || undefined}>
    {text === '' ? 'Sin descripción' : text}
  </p>
);
