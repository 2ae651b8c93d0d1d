import type { Rolldown } from 'vite';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;

/**
 * Which modules share a file; all others are divided by who needs them. As 80 small ones, six at a time, they kept a slow
 * phone (150 ms, 1.6 Mbit/s) waiting 1.5 s longer for /actividades; and what dialogs and forms need was a fifth of what the
 * first screen loaded. A group takes along what its modules import, unless one of a higher priority has it.
 */
export const chunkGroups: NonNullable<CodeSplitting['groups']> = [
  // What every screen begins with: libraries apart, since each file is run by itself (documents.ts).
  { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\//, priority: 8 },
  { name: 'mantine', tags: ['$initial'], test: /node_modules\/@mantine\//, priority: 7 },
  { name: 'tanstack', tags: ['$initial'], test: /node_modules\/@tanstack\//, priority: 6 },
  {
    name: 'contract',
    tags: ['$initial'],
    test: /(node_modules\/zod|packages\/contract\/src)\//,
    priority: 5,
  },
  { name: 'initial', tags: ['$initial'], priority: 4 },
  // What stands around the screens, as far as others need a part of it.
  {
    name: 'around',
    test: /\/(features\/(accounts\/(api\/logout|cached-identity|signed-out)|notifications\/(browser-alerts|bell-list)|attendance\/remembered-attendances)|components\/initial-badge|lib\/live\/use-live|contract\/src\/notifications|components\/ActionIcon\/|icons\/Icon(UserPlus|ShieldCog))/,
    minShareCount: 2,
    priority: 3,
  },
  // Small things that screens and dialogs share.
  {
    name: 'pieces',
    test: /@mantine\/(hooks\/esm\/(use-(merged-ref|window-event|id|uncontrolled)|utils\/use-callback-ref)|core\/esm\/core)\//,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'debounce', test: /@mantine\/hooks\/esm\/use-debounced/, minShareCount: 2, priority: 3 },
  {
    name: 'inputs',
    test: /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput)\//,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'dialogs',
    test: /\/(@floating-ui|react-remove-scroll(-bar)?|react-style-singleton|use-sidecar|@mantine\/core\/esm\/components\/(Modal|ModalBase|ScrollArea|Overlay|Portal|FocusTrap)|@mantine\/hooks\/esm\/use-focus-(trap|return))\//,
    priority: 2,
  },
  {
    name: 'forms',
    test: /\/(react-hook-form\/|@hookform\/|src\/components\/form\/(use-form-draft|field-props|use-schema-form)\.ts)/,
    priority: 2,
  },
  // What each screen with cards of activities shows.
  {
    name: 'cards',
    test: /\/src\/(features\/activities\/|components\/(event-when|calendar-leaf|woven-picture|note|load-more)|lib\/(pages|picture-sources))|\/Skeleton\//,
    minShareCount: 4,
    priority: 2,
  },
  { name: 'common', minShareCount: 16, priority: 1 },
];
