import classes from './texts.module.css';

interface Props {
  label: string;
  items: readonly string[];
}

/** The entries parsed from a text field that holds a list, updated while it is typed. Renders nothing when empty. */
export const Chips = ({ label, items }: Props) =>
  items.length > 0 && (
    <ul className={`cluster ${classes.chips}`} aria-label={label}>
      {[...new Set(items)].map(item => (
        <li key={item} className={`small strong ${classes.chip}`}>
          {item}
        </li>
      ))}
    </ul>
  );
