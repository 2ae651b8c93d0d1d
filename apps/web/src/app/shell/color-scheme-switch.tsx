import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useClientValue } from '../../lib/use-client-value.ts';
import classes from './color-scheme-switch.module.css';

/** Toggles light and dark; the system decides until the first use. */
function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useClientValue(useComputedColorScheme('light') === 'dark', false);
  return {
    label: isDark ? 'Usar tema claro' : 'Usar tema oscuro',
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

/** The icon of the other scheme. */
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

/** The switch as a menu entry. */
export function ColorSchemeEntry({ className }: { className: string }) {
  const { label, toggle } = useSchemeSwitch();
  return (
    <button type="button" className={className} onClick={toggle}>
      <SchemeIcon />
      <span>{label}</span>
    </button>
  );
}
