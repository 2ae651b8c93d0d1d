import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from './color-scheme-switch.module.css';

/** Light or dark; until the switch is used, the system decides. */
function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    label: isDark ? 'Usar tema claro' : 'Usar tema oscuro',
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

/** What the switch leads to. */
const SchemeIcon = () => (
  <>
    <IconMoon size={22} className={classes.moon} aria-hidden />
    <IconSun size={22} className={classes.sun} aria-hidden />
  </>
);

export function ColorSchemeSwitch() {
  const { label, toggle } = useSchemeSwitch();
  return (
    <ActionIcon color="forest" aria-label={label} onClick={toggle}>
      <SchemeIcon />
    </ActionIcon>
  );
}

/** The same as a line of a menu. */
export function ColorSchemeEntry({ className }: { className: string }) {
  const { label, toggle } = useSchemeSwitch();
  return (
    <button type="button" className={className} onClick={toggle}>
      <SchemeIcon />
      {label}
    </button>
  );
}
