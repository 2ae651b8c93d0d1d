/** Colours of the design (docs/web.md, Look) for emails and the local mailbox, which the server renders. */
export const light = {
  paper: '#FBF8F2',
  sheet: '#FFFFFF',
  ink: '#1D2A26',
  soft: '#5A665F',
  line: '#E4DDCF',
  forest: '#0E5E4E',
  maize: '#F2B33D',
  clay: '#B4482B',
} as const;

/** Dark colour scheme. Links and buttons use `light.maize` instead of `light.forest`, for contrast. */
export const dark = {
  paper: '#121A17',
  sheet: '#1D2A26',
  ink: '#F4EFE4',
  soft: '#B4BFB8',
  line: '#35453F',
} as const;
