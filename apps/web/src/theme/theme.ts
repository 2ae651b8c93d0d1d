import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** The named colours that components accept as `color`; purple is reserved for the superadmin. */
const COLORS = ['forest', 'maize', 'clay', 'sky', 'purple'] as const;

/** Every shade of a colour is its token, whose light and dark values are in tokens.css. */
const shades = (name: string): MantineColorsTuple => {
  const token = `var(--minga-${name})`;
  return [token, token, token, token, token, token, token, token, token, token];
};

/** Mantine's greys of the dark scheme, from text to background, as the greens of tokens.css. */
const DARK: MantineColorsTuple = [
  '#f3eee3',
  '#d3d9d1',
  '#b4c0b9',
  '#97a59e',
  '#2e3f39',
  '#22322d',
  '#1a2723',
  '#121c19',
  '#0d1512',
  '#080e0c',
];

/** Mantine's greys of the light scheme, from background to text. */
const LIGHT: MantineColorsTuple = [
  '#f8f3ea',
  '#f4eee2',
  '#ece4d5',
  '#e6dccb',
  '#cfc6b5',
  '#8b8f83',
  '#606c66',
  '#55625c',
  '#37443f',
  '#1d2a26',
];

/** Filled buttons take their text colour from the token whose contrast is tested (contrast.test.ts). */
const variantColorResolver: VariantColorsResolver = input => {
  const colors = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  const isOurs = (COLORS as readonly string[]).includes(name);
  return input.variant === 'filled' && isOurs
    ? { ...colors, color: `var(--minga-${name}-contrast)` }
    : colors;
};

/** One soft shadow for every size (docs/web.md, Look). */
const SHADOW = 'var(--minga-shadow)';

export const theme = createTheme({
  primaryColor: 'forest',
  colors: { ...Object.fromEntries(COLORS.map(name => [name, shades(name)])), dark: DARK, gray: LIGHT },
  white: '#ffffff',
  black: '#1d2a26',
  variantColorResolver,
  fontFamily: 'var(--minga-text-font)',
  headings: {
    fontFamily: 'var(--minga-heading-font)',
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.35rem + 1.8vw, 2.5rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.3rem, 1.15rem + 0.7vw, 1.65rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.2rem', lineHeight: '1.3' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { xs: SHADOW, sm: SHADOW, md: SHADOW, lg: SHADOW, xl: SHADOW },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md' } },
    // Optional fields say so in their label; a required one needs no asterisk (docs/web.md).
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Combobox: {
      defaultProps: {
        // Centred, a list stands next to its field until its width is known, which widens a phone's page for a frame.
        position: 'bottom-start',
        // In a portal it would be outside of the dialog or landmark of its field.
        withinPortal: false,
      },
    },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 150 },
        closeButtonProps: { 'aria-label': 'Cerrar' },
      },
    },
    // Mantine renders a <header>, which outside the page's landmarks counts as a second banner.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md' } },
    Badge: { defaultProps: { tt: 'none', size: 'lg' } },
  },
});

/** Stores the chosen colour scheme; public/before-paint.js and public/landing.js read the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'minga.color-scheme' });

/** Maps Mantine's variables for text, borders and backgrounds to our tokens, the same in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared: Record<string, string> = {
    '--mantine-color-body': 'var(--minga-ground)',
    '--mantine-color-text': 'var(--minga-ink)',
    '--mantine-color-bright': 'var(--minga-ink)',
    '--mantine-color-dimmed': 'var(--minga-ink-soft)',
    '--mantine-color-placeholder': 'var(--minga-placeholder)',
    '--mantine-color-anchor': 'var(--minga-forest-text)',
    '--mantine-color-error': 'var(--minga-clay-text)',
    '--mantine-color-success': 'var(--minga-forest-text)',
    '--mantine-color-default': 'var(--minga-surface)',
    '--mantine-color-default-hover': 'var(--minga-sunken)',
    '--mantine-color-default-color': 'var(--minga-ink)',
    '--mantine-color-default-border': 'var(--minga-line)',
    '--mantine-color-disabled': 'var(--minga-sunken)',
    '--mantine-color-disabled-color': 'var(--minga-ink-soft)',
    '--mantine-color-disabled-border': 'var(--minga-line)',
    '--mantine-primary-color-contrast': 'var(--minga-forest-contrast)',
  };
  for (const name of COLORS) Object.assign(shared, colorVariables(name));
  return { variables: {}, light: shared, dark: shared };
};

const colorVariables = (name: string): Record<string, string> => ({
  [`--mantine-color-${name}-text`]: `var(--minga-${name}-text)`,
  [`--mantine-color-${name}-filled`]: `var(--minga-${name})`,
  [`--mantine-color-${name}-filled-hover`]: `var(--minga-${name}-hover)`,
  [`--mantine-color-${name}-light`]: `var(--minga-${name}-soft)`,
  [`--mantine-color-${name}-light-hover`]: `var(--minga-${name}-soft-hover)`,
  [`--mantine-color-${name}-light-color`]: `var(--minga-${name}-text)`,
  [`--mantine-color-${name}-outline`]: `var(--minga-${name}-text)`,
  [`--mantine-color-${name}-outline-hover`]: `var(--minga-${name}-soft)`,
});
