// The rules of the imports: npm run check prints a violated rule's comment, which says where the code belongs.

/** A module imports only from its left. What must happen further right is a domain event (platform/domain-events.ts). */
const LINE =
  'trust accounts teams collectives activities attendance certificates impact reminders saved-searches notifications push webhooks calendars feedback administration federation reports legal personal-data operations site cards posters feeds pages'.split(
    ' ',
  );
const MODULES = '^apps/api/src/modules/';
const TEST = '\\.test\\.tsx?$';
/** Of one module, in whichever room: `attendance/queries.ts`, `attendance/places/mails.ts`. */
const file = kinds => `${MODULES}[a-z/-]+[/-](${kinds})\\.tsx?$`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const values = { dependencyTypesNot: ['type-only'] };

/** What draws, in the image process alone. */
const DRAWING =
  'apps/api/src/(modules/[a-z/-]+/(draw|render)-[a-z-]+|platform/paper/(page-writer|brand-drawing|text-layout)|platform/images/(image-tasks|prepare-image|drawing)|platform/http/reference-viewer)\\.ts$';

export default {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that need each other are one subject: merge them, or move the shared part to a third file.',
      {},
      { circular: true },
    ),
    rule('no-unresolved', 'This import leads nowhere.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    rule(
      'contract-imports-zod-alone',
      'The contract is read by server and browser: what needs more than zod belongs to apps/api or apps/web.',
      { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^(packages/contract/src/|node_modules/zod/)' },
    ),
    rule(
      'web-and-api-apart',
      'Web and API meet in packages/contract alone: put the shared shape there.',
      { path: '^apps/(web|api)/' },
      { path: '^apps/(web|api)/', pathNot: '^apps/$1/' },
    ),
    rule(
      'web-lib-knows-nothing',
      'lib/ and theme/ are the ground floor: what needs a component, a feature or a route belongs there.',
      { path: '^apps/web/src/(lib|theme)/' },
      { path: '^apps/web/src/(app|features|components)/' },
    ),
    rule(
      'web-components-know-no-domain',
      'components/ could ship in another product: what knows activities or accounts belongs to features/.',
      { path: '^apps/web/src/components/' },
      { path: '^(apps/web/src/(app|features)/|packages/contract/)' },
    ),
    rule(
      'web-features-apart',
      'Features never import each other: a page in app/routes puts them together.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features|app)/', pathNot: '^apps/web/src/features/$1/' },
    ),
    rule(
      'api-draws-in-the-image-process',
      'Drawing blocks the event loop: describe the drawing, and let a renderer of image-process.ts draw it.',
      { path: '^apps/api/src/', pathNot: [TEST, '^apps/api/src/image-process\\.ts$', `^${DRAWING}`] },
      { path: `^(node_modules/(sharp|satori|pdfkit|fontkit|@scalar)/|${DRAWING})`, ...values },
    ),
    rule(
      'api-platform-knows-no-domain',
      'platform/ knows no domain: give it what it needs as an argument from app.ts.',
      { path: '^apps/api/src/platform/' },
      { path: '^apps/api/src/(modules/|app\\.ts|main\\.ts|demo/)' },
    ),
    ...LINE.slice(0, -1).map((module, index) =>
      rule(
        `api-${module}-imports-only-from-its-left`,
        `Modules form a line: ${LINE.join(' → ')}. What must happen further right is a domain event, listed in subscriptions.ts.`,
        { path: `${MODULES}${module}/`, pathNot: TEST },
        { path: `${MODULES}(${LINE.slice(index + 1).join('|')})/` },
      ),
    ),
    rule(
      'api-modules-meet-in-services',
      'Another module is used through its services, policies, rules, presenters, events and queries; its repositories stay its own.',
      { path: `${MODULES}([^/]+)/`, pathNot: TEST },
      {
        path: MODULES,
        pathNot: [`${MODULES}$1/`, file('service|policy|rules|presenter|[a-z]+-paths|events|queries|schema')],
        ...values,
      },
    ),
    rule(
      'api-tables-have-one-owner',
      "Another module's table may be referenced in schema.ts. What reads, locks or writes its rows composes its owner's queries.ts.",
      { path: `${MODULES}([^/]+)/`, pathNot: [TEST, file('schema')] },
      { path: file('schema'), pathNot: `${MODULES}$1/` },
    ),
    rule(
      'api-routes-call-services',
      'Routes bind endpoints to services: SQL belongs to a repository, decisions to a service.',
      { path: file('routes') },
      { path: file('repository|policy|schema'), ...values },
    ),
    rule(
      'api-rules-are-pure',
      'Rules, policies and presenters decide from their arguments: what they need from database or platform is an argument.',
      { path: file('rules|policy|presenter') },
      {
        path: ['^apps/api/src/platform/', file('service|repository|schema')],
        pathNot: '^apps/api/src/platform/(local-time|markup|web-address|images/picture)\\.ts$',
        ...values,
      },
    ),
    rule(
      'api-sql-lives-in-repositories',
      'SQL belongs to a repository, queries.ts or schema.ts.',
      { path: MODULES, pathNot: [TEST, file('repository|queries|schema')] },
      { path: '^node_modules/drizzle-orm/', ...values },
    ),
    rule(
      'api-ground-floor',
      'What all rooms of a module use stands above no room: move the shared part down, or the file into the room.',
      {
        path: `${MODULES}([^/]+)/(schema|queries|policy|events|errors|limits|rules|repository|[a-z]+-repository)\\.ts$`,
      },
      { path: `${MODULES}$1/[a-z-]+/`, ...values },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.css', '.json'],
    },
  },
};
