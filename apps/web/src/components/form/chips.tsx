import classes from './chips.module.css';

interface Props {
  label: string;
  items: readonly string[];
}

/** How a text that lists things is understood, while it is typed; nothing as long as it is empty. */
export const Chips = ({ label, items }: Props) =>
  items.length > 0 && (
    <ul className={classes.chips} aria-label={label}>
      {[...new Set(items)].map(item => (
        <li key={item} className={classes.chip}>
          {item}
        </li>
      ))}
    </ul>
  );
