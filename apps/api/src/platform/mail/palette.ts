/** The colours of LOOK.md for what the server itself draws: letters and the local mailbox. */
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

/** The same for a dark screen: the grounds turn, forest gives way to maize where text must stand out. */
export const dark = {
  paper: '#121A17',
  sheet: '#1D2A26',
  ink: '#F4EFE4',
  soft: '#B4BFB8',
  line: '#35453F',
} as const;
