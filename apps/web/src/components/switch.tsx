import type { ComponentPropsWithRef } from 'react';
import classes from './switch.module.css';

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'className' | 'checked'> {
  label: string;
  checked: boolean;
  tone?: 'forest' | 'maize';
}

/** What is on or off at once, without a button to save. The words are a part of the target. */
export function Switch({ label, tone = 'forest', checked, ...input }: Props) {
  return (
    <label className={classes.switch} data-tone={tone}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={classes.track}
      />
      {label}
    </label>
  );
}
