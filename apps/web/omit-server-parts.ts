import { type Plugin, parseSync, Visitor } from 'vite';

/** The browser reads these properties of an endpoint; its types are gone from the built code anyway. */
const READ_BY_BROWSER = new Set([
  'method',
  'path',
  'tag',
  'body',
  'status',
  'fileField',
  'fileType',
  'isList',
]);

/** A schema that the browser would miss if the contract read it from an endpoint. */
const SCHEMAS = new Set(['query', 'params', 'reply']);

/**
 * Removes from the contract's endpoints what only the server and the API reference read, so that the bundler drops the schemas that
 * nothing else uses: summaries, access, errors, how responses are sent, and the schemas of parameters, queries and replies. Throws if
 * the contract reads one of these schemas from an endpoint: it must be a constant of its own.
 */
export const omitServerParts: Plugin = {
  name: 'omit-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\// },
    handler(code, id) {
      let kept = '';
      let from = 0;
      const { program } = parseSync(id, code);
      new Visitor({
        MemberExpression({ property }) {
          if (property.type === 'Identifier' && SCHEMAS.has(property.name))
            throw new Error(`${id} reads '${property.name}' of an endpoint, which the build removes`);
        },
        CallExpression({ callee, arguments: [definition] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
          if (definition?.type !== 'ObjectExpression') return;
          for (const { type, start, end, ...property } of definition.properties) {
            if (type !== 'Property' || !('key' in property) || property.key.type !== 'Identifier') continue;
            if (READ_BY_BROWSER.has(property.key.name)) continue;
            kept += code.slice(from, start);
            // With its comma.
            from = code[end] === ',' ? end + 1 : end;
          }
        },
      }).visit(program);
      return kept + code.slice(from);
    },
  },
};
