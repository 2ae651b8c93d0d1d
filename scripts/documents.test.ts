// Compares the documents with the code: commands, settings, files, screens, links, rules and decisions. Other tests compare e-mails
// (mails-document), metrics and queues (metrics), words (spanish-words) and the manual (manual).
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const GENERATED = /(^|\/)(node_modules|dist|data|test-results|playwright-report|screenshots)(\/|$)/;
const tree = globSync('{*,.*.mjs,{apps,packages,scripts,tests,docs,deploy}/**/*}', { cwd: root }).filter(
  path => !GENERATED.test(path) && /\.\w+$|^deploy\//.test(path),
);
const isSource = (path: string) => /\.(ts|tsx|mjs|css|sql)$/.test(path) && !/\.gen\.ts$/.test(path);
const sources = new Map(tree.filter(isSource).map(path => [path, read(path)]));
const documents = new Map(tree.filter(path => path.endsWith('.md')).map(path => [path, read(path)]));
/** The history names what existed at its time. */
const current = new Map([...documents].filter(([path]) => path !== 'CHANGELOG.md'));

/** Every match of `pattern` as `path:line: first group`. */
function matches(texts: Map<string, string>, pattern: RegExp): { place: string; text: string }[] {
  return [...texts].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(pattern)].map(match => ({ place: `${path}:${index + 1}`, text: match[1] ?? '' })),
      ),
  );
}

/** The matches whose text `isKnown` rejects, one line each, so that a failure names them. */
const unknown = (found: { place: string; text: string }[], isKnown: (text: string) => boolean): string[] =>
  found.filter(({ text }) => !isKnown(text)).map(({ place, text }) => `${place} ${text}`);

const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** The rows of the first table after a heading, without its header, as cells. */
function tableAfter(document: string, heading: string): string[][] {
  const [, table = ''] = new RegExp(`\n## ${heading}\n[^|]*((?:\\|.*\n?)+)`).exec(document) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map(row =>
      row
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    );
}

describe('commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  it('are scripts of package.json wherever a document or a text of the code names them', () => {
    const named = matches(new Map([...current, ...sources]), /\bnpm run ((?:[a-z-]+:)?[a-z][a-z0-9-]*)/g);
    expect(unknown(named, name => name in scripts)).toEqual([]);
    const onServers = matches(documents, /\bsudo minga ([a-z][a-z-]*)/g);
    expect(unknown(onServers, name => name in scripts)).toEqual([]);
  });

  it('are all in docs/reference.md', () => {
    const reference = read('docs/reference.md');
    const named = new Set(
      [...reference.matchAll(/`npm (?:ci && npm )?(?:run )?([\w:-]+)/g)].map(([, name]) => name),
    );
    // npm calls it after `npm ci`.
    const callable = Object.keys(scripts).filter(name => name !== 'postinstall');
    expect([...named].sort()).toEqual(callable.sort());
  });

  it('of Node run files that exist or that the build of the API writes', () => {
    const built: string[] =
      read('apps/api/vite.config.ts').match(/(?<=\ssrc\/|'src\/)[\w-]+(?=\.ts')/g) ?? [];
    const isFile = (path: string) =>
      path.startsWith('apps/api/dist/')
        ? built.includes(basename(path, '.js'))
        : existsSync(join(root, path));
    const run = matches(current, /\bnode (?:--[\w-]+ )*((?:apps|scripts|tests|packages)\/[\w./-]+)/g);
    expect(run.length).toBeGreaterThan(5);
    expect(unknown(run, isFile)).toEqual([]);
  });
});

describe('settings', () => {
  const settings = read('apps/api/src/settings.ts');
  const [, schema = ''] = /const schema = z\.object\(\{([\s\S]*?)\n\}\);/.exec(settings) ?? [];
  const entries = [...schema.matchAll(/^ {2}([A-Z_0-9]+):([\s\S]*?)(?=^ {2}[A-Z_0-9/]+|$(?![\s\S]))/gm)];
  /** Defaults that the schema does not state: of the contract, of other settings. */
  const ELSEWHERE: Record<string, string> = {
    PUBLIC_URL: 'http://localhost:$PORT',
    MAIL_FROM: 'Minga <minga@localhost>',
    SITE_NAME: 'Minga',
    SITE_PLACE: 'Popayán',
  };
  /** Settings that a library reads, not settings.ts. */
  const OF_LIBRARIES = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const rows = tableAfter(read('docs/reference.md'), 'Settings');

  it('are those of the code, each with its default', () => {
    const inCode = entries.map(([, name = '', rule = '']) => {
      const [, given] = /\.default\(([^)]*)\)/.exec(rule) ?? [];
      return [name, ELSEWHERE[name] ?? given?.replace(/['_]/g, '') ?? 'none'];
    });
    const listed = rows.flatMap(([names = '', defaults = '']) =>
      namesIn(names).map((name, index) => [name, namesIn(defaults)[index] ?? defaults]),
    );
    expect(inCode.length).toBeGreaterThan(25);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries([...inCode, ...OF_LIBRARIES.map(name => [name, 'none'])]),
    );
    for (const name of ['SITE_NAME', 'SITE_PLACE'])
      expect(read('packages/contract/src/site-words.ts') + read('packages/contract/src/site.ts')).toContain(
        `'${ELSEWHERE[name]}'`,
      );
    expect(settings).toContain(`'${ELSEWHERE.MAIL_FROM}'`);
  });

  it('and variables of development are all that the code reads from its environment', () => {
    const development = tableAfter(read('docs/reference.md'), 'Variables of development').flatMap(
      ([names = '']) => namesIn(names),
    );
    /** Set by the system, by npm or by our own scripts for their child processes. */
    const INTERNAL =
      /^(PATH|NODE_ENV|INIT_CWD|LISTEN_PID|PORT|API_PORT|TEMPLATE_URL|MINGA_FIXED_TIMES|PLAYWRIGHT_JSON_OUTPUT_NAME|NODE_TLS_REJECT_UNAUTHORIZED)$/;
    const variables = matches(sources, /\bprocess\.env\.([A-Z_]+)/g);
    expect(unknown(variables, name => development.includes(name) || INTERNAL.test(name))).toEqual([]);
    expect(development.filter(name => !variables.some(({ text }) => text === name))).toEqual([]);
  });

  it('of the files in deploy are named in docs/running.md', () => {
    const files = new Map(
      tree.filter(path => /^deploy\/(Caddyfile|compose)/.test(path)).map(path => [path, read(path)]),
    );
    const variables = matches(files, /(?:\$\{|\{\$)([A-Z_]+)/g);
    expect(variables.length).toBeGreaterThan(2);
    const running = read('docs/running.md');
    expect(unknown(variables, name => running.includes(name))).toEqual([]);
  });
});

describe('files and names', () => {
  /** Files that commands write, that belong to other programs, or that an archive holds. */
  const NOT_HERE = /^(\/etc\/.*|prometheus\.yml|tests\/load\/results\.json|manifest\.json|openapi\.json)$/;
  const isLibrary = (name: string) => existsSync(join(root, 'node_modules', name));
  // The table of what other servers require has names of their code.
  const [ofThisCode = ''] = (current.get('docs/federation.md') ?? '').split('### What other servers require');
  const texts = new Map([...current, ['docs/federation.md', ofThisCode]]);

  it('of files in documents exist', () => {
    const files = matches(
      texts,
      /`(\/?[\w.-][\w./-]*\.(?:ts|tsx|mjs|css|sql|sh|js|json|ya?ml|service|socket|timer|conf))`/g,
    );
    expect(files.length).toBeGreaterThan(300);
    const isHere = (name: string) => tree.some(path => path === name || path.endsWith(`/${name}`));
    expect(unknown(files, name => NOT_HERE.test(name) || isLibrary(name) || isHere(name))).toEqual([]);
  });

  it('of functions, types and fields in documents occur in the code', () => {
    const inCode = new Set([...sources.values(), read('package.json')].join('\n').match(/\w+/g));
    // A record also names what was decided against.
    const present = new Map([...texts].filter(([path]) => !path.startsWith('docs/decisions/')));
    const names = matches(present, /`<?((?:[a-z]+|[A-Z][a-z]+)[A-Z][A-Za-z]*)(?:[(<>. ][^`]*)?`/g);
    expect(names.length).toBeGreaterThan(100);
    expect(unknown(names, name => inCode.has(name))).toEqual([]);
  });

  it('of tests that documents quote are their titles', () => {
    const missing = [...current].flatMap(([path, text]) =>
      [...text.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts))` \(([^)]*)\)/g)].flatMap(
        ([, file = '', quoted = '']) => {
          const code = [...sources].filter(([source]) => source === file || source.endsWith(`/${file}`));
          return [...quoted.matchAll(/\*([^*]+)\*/g)]
            .map(([, title = '']) => title)
            .filter(title => !code.some(([, content]) => content.includes(title)))
            .map(title => `${path}: ${file} has no ${title}`);
        },
      ),
    );
    expect(missing).toEqual([]);
  });

  it('of modules in docs/ARCHITECTURE.md stand in the order that the check of imports enforces', () => {
    const [, enforced = ''] = /'(trust accounts [a-z -]+)'/.exec(read('.dependency-cruiser.mjs')) ?? [];
    const [, written = ''] = /modules\/<domain> ([\s\S]*?)\napps\//.exec(read('docs/ARCHITECTURE.md')) ?? [];
    expect(written.split(/\s*→\s*/)).toEqual(enforced.split(' '));
  });
});

describe('screens', () => {
  const generated = read('apps/web/src/app/routeTree.gen.ts');
  const [, byPath = ''] = /interface FileRoutesByFullPath \{([\s\S]*?)\n\}/.exec(generated) ?? [];
  const star = (path: string) =>
    path.replace(/\$\{[^}]*\}|\{[^}]*\}|[:$][\w]+/g, '*').replace(/(?<=.)\/$/, '');
  const screens = new Set(
    [...byPath.matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => star(path)).filter(path => path !== '/$'),
  );

  it('are all in docs/web.md, and no other', () => {
    const listed = tableAfter(read('docs/web.md'), 'Screens').flatMap(([paths = '']) =>
      namesIn(paths).map(star),
    );
    expect(listed.sort()).toEqual([...screens].sort());
  });

  it('and other addresses that documents name are served', () => {
    const literals = [...sources].filter(
      ([path]) => /^(apps|packages)\/.*src\//.test(path) && !path.includes('.test.'),
    );
    const served = new Set([
      ...screens,
      ...matches(new Map(literals), /['"`](\/[\w/.:${}-]*)/g).map(({ text }) => star(text)),
    ]);
    const patterns = [...served]
      .filter(path => /^\/[\w.-]+/.test(path))
      .map(path => new RegExp(`^${path.replace(/[.${}-]/g, '\\$&').replaceAll('*', '[^/]+')}(/|$)`));
    /** Code may write an address below /api without that, and one without its last parameter; a document may name a prefix. */
    const isServed = (address: string) => {
      const path = star(address);
      return [path, path.replace(/^\/api(?=\/)/, '')]
        .flatMap(one => [one, one.replace(/\/\*$/, '')])
        .some(
          one =>
            patterns.some(pattern => pattern.test(one)) ||
            [...served].some(path => path.startsWith(`${one}/`)),
        );
    };
    const OF_SYSTEMS = /^\/(etc|srv|var|usr|tmp|dev|sig)\b/;
    const addresses = matches(current, /(?<=`)(\/[a-z][\w/{}:-]*)(?=[`?])/g);
    expect(addresses.length).toBeGreaterThan(50);
    expect(unknown(addresses, address => OF_SYSTEMS.test(address) || isServed(address))).toEqual([]);
  });
});

describe('links', () => {
  /** The anchor that GitHub and the manual give to a heading. */
  const anchor = (heading: string) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
  const anchorsOf = (path: string) =>
    new Set([...read(path).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchor(text)));

  it('lead to files and headings that exist', () => {
    const links = matches(documents, /(?:\]\(|src=")((?!https?:|mailto:|tel:)[^)"\s]+)[)"]/g);
    expect(links.length).toBeGreaterThan(200);
    const dead = links.filter(({ place, text }) => {
      const [source = ''] = place.split(':');
      const [path = '', heading] = text.split('#');
      const target = path === '' ? source : normalize(join(dirname(source), path));
      if (!existsSync(join(root, target))) return true;
      return (
        heading !== undefined && target.endsWith('.md') && !anchorsOf(target).has(decodeURIComponent(heading))
      );
    });
    expect(dead).toEqual([]);
  });

  it('of docs/README.md lead to every document, once', () => {
    const listed = [...read('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
    const inFolder = tree.flatMap(path => /^docs\/([\w-]+\.md)$/.exec(path)?.[1] ?? []);
    expect(listed.sort()).toEqual(inFolder.filter(name => name !== 'README.md').sort());
    expect(read('README.md')).toContain('(docs/README.md)');
  });
});

describe('rules', () => {
  const rules = [...read('docs/rules.md').matchAll(/^- (R\d+\.\d+) /gm)].map(([, number = '']) => number);
  const RULE = /\b(R\d{1,2}\.\d{1,2})\b/g;

  it('that code and documents cite exist, each number once and in order', () => {
    const others = new Map([...sources, ...documents].filter(([path]) => path !== 'docs/rules.md'));
    expect(unknown(matches(others, RULE), number => rules.includes(number))).toEqual([]);
    const sorted = rules.toSorted((a, b) => {
      const [first = [], second = []] = [numbersIn(a), numbersIn(b)];
      return (first[0] ?? 0) - (second[0] ?? 0) || (first[1] ?? 0) - (second[1] ?? 0);
    });
    expect(rules).toEqual([...new Set(sorted)]);
  });

  it('are each cited by code or by the test that fails without it', () => {
    const cited = new Set(matches(sources, RULE).map(({ text }) => text));
    expect(rules.filter(number => !cited.has(number))).toEqual([]);
  });
});

describe('decisions', () => {
  const files = tree.flatMap(path => /^docs\/decisions\/(\d{4}-[\w-]+\.md)$/.exec(path)?.[1] ?? []);
  const numbers = files.map(file => Number(file.slice(0, 4)));
  const LINES_MAX = 40;

  it('that code and documents cite exist', () => {
    const CITED = /\b[Dd]ecisi(?:ons?|ón|ones) ((?:\d{1,4}(?:, | and | y )?)+)/g;
    const cited = matches(new Map([...sources, ...current]), CITED);
    expect(cited.length).toBeGreaterThan(50);
    expect(unknown(cited, text => numbersIn(text).every(number => numbers.includes(number)))).toEqual([]);
  });

  it('have a number each and at most 40 lines', () => {
    expect(numbers).toEqual([...new Set(numbers)]);
    const long = files.filter(
      file => read(`docs/decisions/${file}`).trimEnd().split('\n').length > LINES_MAX,
    );
    expect(long).toEqual([]);
  });

  it('are all in docs/decisions/README.md, once', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(
      ([, file]) => file,
    );
    expect(listed.sort()).toEqual(files.sort());
  });
});

describe('language', () => {
  it('has no words that CONTRIBUTING.md avoids', () => {
    const AVOIDED =
      /(?<![-\w])((?:[Aa]new|[Mm]eanwhile|[Bb]eside|[Hh]enceforth|[Ww]herever|[Ww]hoever|[Nn]obody|[Ss]omebody)(?![-\w]))/g;
    const english = new Map([...current].filter(([path]) => /^docs\/(?!manual\/)/.test(path)));
    expect(unknown(matches(english, AVOIDED), () => false)).toEqual([]);
  });
});
