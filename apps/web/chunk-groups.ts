import type { Rolldown } from 'vite';

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;

/**
 * Modules that share a chunk; the bundler divides the others by their importers. Without groups a slow phone (150 ms, 1.6 Mbit/s)
 * loaded 80 small chunks, six at a time, and needed 1.5 s longer for /actividades; a fifth of them was code of dialogs and forms. A
 * group includes what its modules import, unless a group of higher priority does.
 */
export const chunkGroups: NonNullable<CodeSplitting['groups']> = [
  // The entry of every screen, its libraries in chunks that are evaluated one by one (documents.ts).
  { name: 'react', tags: ['$initial'], test: /node_modules\/(react|react-dom|scheduler)\//, priority: 8 },
  { name: 'mantine', tags: ['$initial'], test: /node_modules\/@mantine\//, priority: 7 },
  { name: 'tanstack', tags: ['$initial'], test: /node_modules\/@tanstack\//, priority: 6 },
  // The library of schemas and the modules of the contract that have some, which the first screens do without. Before them those that
  // the first screens and the schemas share, of which some import the library for what the browser does not read.
  { name: 'zod', test: /node_modules\/zod\//, priority: 11 },
  {
    name: 'contract',
    test: /packages\/contract\/src\/(accessibility|lists|live|search-values|topics)\.ts/,
    priority: 10,
  },
  {
    name: 'schemas',
    test: /packages\/contract\/src\/(choice|embedding|endpoint|holds|location|picture|places|questions|search-filters|search-query|series|text)\.ts/,
    priority: 9,
  },
  { name: 'initial', tags: ['$initial'], priority: 4 },
  // The shell, as far as other screens import parts of it.
  {
    name: 'around',
    test: /\/(features\/(accounts\/session\/(cached-identity|signed-out)|notifications\/bell\.|attendance\/remembered-attendances)|components\/(brand\/initial-badge|use-is-phone)|lib\/(live\/live|errors\/ignore-not-found|word-matcher)|contract\/src\/notifications|components\/ActionIcon\/|app\/shell\/places|activities\/own\/(own-tabs|search-link)|app\/use-can-delete|collectives\/(own-collectives|collectives-key)|icons\/Icon(Affiliate|CalendarEvent|CalendarHeart|ShieldCog))/,
    minShareCount: 2,
    priority: 3,
  },
  // Code that starts after the first screen uses it; in the chunk of the forms it made every browser load their libraries.
  { name: 'pending-reload', test: /src\/lib\/server\/pending-reload/, priority: 3 },
  // Small modules that screens and dialogs share.
  {
    name: 'pieces',
    test: /@mantine\/(hooks\/esm\/(use-(merged-ref|window-event|id|uncontrolled)|utils\/use-callback-ref)|core\/esm\/core)\//,
    minShareCount: 2,
    priority: 3,
  },
  // The buttons with which pages and dialogs of an activity offer to take it along.
  {
    name: 'sharing',
    test: /\/(src\/(components\/(share-button|calendar-link|chat-button)|lib\/whatsapp)|icons\/Icon(CalendarPlus|MessageCircle|Share3))\./,
    minShareCount: 2,
    priority: 3,
  },
  // The rules of names and the question about addresses, which forms and dialogs share and the first screens lack.
  {
    name: 'names',
    test: /contract\/src\/(person-name|printed-letters)|\/(components\/form|lib)\/email-suggestion\./,
    priority: 3,
  },
  // The bell and the lists use it; among the modules of the agenda it made the bell load all of them.
  { name: 'focus', test: /src\/components\/dialog\/use-focus-recovery\./, minShareCount: 2, priority: 3 },
  // The form of an activity would load the agenda's chunk for it.
  { name: 'locating', test: /icons\/IconCurrentLocation/, minShareCount: 2, priority: 3 },
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
  // Cards of activities and what their screens share.
  {
    name: 'cards',
    test: /\/src\/features\/activities\/[a-z-]+\.tsx?/,
    minShareCount: 4,
    priority: 2,
  },
  // Icons that many screens share; in files of their own each is twice as large.
  { name: 'icons', test: /@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 6, priority: 1 },
  // Without the modules of the contract that have schemas: their library would be part of every screen.
  { name: 'common', test: /^(?!.*\/contract\/src\/(?!site-words))/, minShareCount: 36, priority: 1 },
  // The agenda, the map and their dialogs share these.
  {
    name: 'agenda',
    test: /\/src\/features\/activities\/(catalogue\/(catalogue-chips|catalogue-empty|plain-filters|count-api|filters|near-me|results-focus|search-request|search-status)|activity-(row|line))/,
    minShareCount: 2,
  },
];
