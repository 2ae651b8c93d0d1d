import classes from './drawing.module.css';

export type DrawingName = 'seedling' | 'search' | 'path' | 'storm' | 'letter' | 'people';

/** A small drawing of this product's own; it carries no meaning that the text beside it does not. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg viewBox="0 0 160 120" className={classes.drawing} aria-hidden="true">
      <title>{name}</title>
    </svg>
  );
}
