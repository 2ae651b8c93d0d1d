import classes from './switch.module.css';

interface Props {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly color?: 'forest' | 'maize';
  readonly describedBy?: string;
}

/** Something that is on or off, and changes at once. Mantine's would add 6 kB to the first screens (decision 0007). */
export const Switch = ({ label, isOn, onChange, color = 'forest', describedBy }: Props) => (
  <label className={classes.switch} data-color={color}>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports its state itself (ARIA in HTML).
      role="switch"
      className={classes.track}
      checked={isOn}
      onChange={event => onChange(event.currentTarget.checked)}
      aria-describedby={describedBy}
    />
    <span>{label}</span>
  </label>
);
