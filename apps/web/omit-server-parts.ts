import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** The browser reads these properties of an endpoint; its types are gone from the built code anyway. */
const READ_BY_BROWSER = new Set(['method', 'path', 'tag', 'status', 'fileField', 'fileType', 'isList']);

/** A schema that the browser would miss if it read it from an endpoint. */
const SCHEMAS = new Set(['query', 'params', 'body', 'reply']);

const CONTRACT = /\/packages\/contract\/src\//;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Removes from the contract's endpoints what only the server and the API reference read, so that the bundler drops the schemas that
 * nothing else uses: summaries, access, errors, how responses are sent, and the schemas of parameters, queries, bodies and replies.
 * Marks the contract's constants as free of effects, for the same reason. Throws if the contract or the app reads one of these schemas
 * from an endpoint: it must be a constant of its own.
 */
export const omitServerParts: Plugin = {
  name: 'omit-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(packages\/contract|apps\/web)\/src\/.*\.tsx?$/ },
    handler(code, id) {
      const { program } = parseSync(id, code);
      const isContract = CONTRACT.test(id);
      refuseSchemas(id, program, isContract ? () => true : importsOf(program));
      return isContract ? edited(code, [...marked(program), ...withoutServerParts(code, program)]) : null;
    },
  },
};

/** Whether a name is imported from the contract. */
function importsOf(program: ESTree.Program): (name: string) => boolean {
  const names = new Set<string>();
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.startsWith('@minga/contract/')) return;
      for (const { local } of specifiers) names.add(local.name);
    },
  }).visit(program);
  return name => names.has(name);
}

function refuseSchemas(id: string, program: ESTree.Program, isOfContract: (name: string) => boolean): void {
  new Visitor({
    MemberExpression({ object, property }) {
      if (property.type !== 'Identifier' || !SCHEMAS.has(property.name)) return;
      if (object.type === 'Identifier' && isOfContract(object.name))
        throw new Error(`${id} reads '${property.name}' of an endpoint, which the build removes`);
    },
  }).visit(program);
}

/** The endpoints as plain objects, without the properties that only the server reads: their own, and those of a constant that they spread. */
function withoutServerParts(code: string, program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  const spread = new Set<string>();
  const strip = (definition: ESTree.ObjectExpression) => {
    for (const property of definition.properties) {
      if (property.type === 'SpreadElement') {
        if (property.argument.type === 'Identifier') spread.add(property.argument.name);
        continue;
      }
      const { key, start, end } = property;
      if (key.type !== 'Identifier' || READ_BY_BROWSER.has(key.name)) continue;
      // With its comma.
      edits.push({ start, end: code[end] === ',' ? end + 1 : end, text: '' });
    }
  };
  new Visitor({
    CallExpression({ start, end, callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
      if (definition?.type !== 'ObjectExpression') return;
      edits.push({ start, end: definition.start, text: '' });
      strip(definition);
      edits.push({ start: definition.end, end, text: '' });
    },
  }).visit(program);
  for (const { id, init } of constantsOf(program)) {
    if (id.type !== 'Identifier' || !spread.has(id.name)) continue;
    const value = init?.type === 'TSAsExpression' ? init.expression : init;
    if (value?.type === 'ObjectExpression') strip(value);
  }
  return edits;
}

const constantsOf = (program: ESTree.Program): ESTree.VariableDeclarator[] =>
  program.body.flatMap(statement => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });

/** Marks the constants that the bundler would keep for what they read or call: `{ ...details.shape }`, `choice(…)`. */
const marked = (program: ESTree.Program): Edit[] =>
  constantsOf(program).flatMap(({ id, init }) => {
    if (id.type !== 'Identifier' || init === null || !COMPUTED.has(init.type)) return [];
    return [
      { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ];
  });

const COMPUTED = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression']);

function edited(code: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    result += code.slice(from, start) + text;
    from = end;
  }
  return result + code.slice(from);
}
