import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Light or dark; until the switch is used, the system decides. */
function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    label: isDark ? 'Usar tema claro' : 'Usar tema oscuro',
    Icon: isDark ? IconSun : IconMoon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

export function ColorSchemeSwitch() {
  const { label, Icon, toggle } = useSchemeSwitch();
  return (
    <ActionIcon color="forest" aria-label={label} onClick={toggle}>
      <Icon size={22} aria-hidden />
    </ActionIcon>
  );
}

/** The same as a line of a menu. */
export function ColorSchemeEntry({ className }: { className: string }) {
  const { label, Icon, toggle } = useSchemeSwitch();
  return (
    <button type="button" className={className} onClick={toggle}>
      <Icon size={22} aria-hidden />
      {label}
    </button>
  );
}
