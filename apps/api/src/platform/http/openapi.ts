import { contractCalls, contractSchemas } from '@minga/contract/contract-calls';
import type { Endpoint } from '@minga/contract/endpoint';
import { errorReply } from '@minga/contract/errors';
import { TOTAL_COUNT_HEADER } from '@minga/contract/lists';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { admitsTokens } from './route.ts';

/** The names of the security schemes. */
export const TOKEN_SCHEME = 'token';
export const SESSION_SCHEME = 'session';

const REFERENCE = '#/components/schemas/';

interface Response {
  description: string;
  headers?: object;
  content?: object;
}

interface Operation {
  operationId?: string;
  security?: object[];
  tags?: string[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, Response>;
}

/** The part of an OpenAPI document that this file completes. */
interface Description {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { schemas: Record<string, unknown> };
}

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/**
 * Names the schemas of the reference: exported schemas by their export, the others by the call that uses them. A schema with several names
 * has the first one.
 */
function namedSchemas() {
  const registry = z.registry<{ id?: string | undefined }>();
  const taken = new Set<string>();
  // The schemas of parameters get no name, since the document describes parameters one by one.
  const parameters = new Set(contractCalls.flatMap(([, { params, query }]) => [params, query]));
  const add = (name: string, schema: z.ZodMiniType | undefined) => {
    if (!(schema instanceof z.ZodMiniObject) || parameters.has(schema)) return;
    if (registry.has(schema) || taken.has(name)) return;
    taken.add(name);
    registry.add(schema, { id: name });
  };
  add('Error', errorReply);
  for (const [name, schema] of contractSchemas) add(capitalized(name), schema);
  for (const [name, { reply, body }] of contractCalls) {
    add(`${capitalized(name)}Reply`, reply);
    add(`${capitalized(name)}Body`, body);
  }
  return registry;
}

const schemaRegistry = namedSchemas();
export const transform = createJsonSchemaTransform({ schemaRegistry });
export const transformObject = createJsonSchemaTransformObject({ schemaRegistry });

/**
 * Completes the document that is generated from the routes: adds the name, the security and the descriptions of the responses to each
 * operation, lists the tags, unites the templates of each path, and omits the named schemas that the document does not use.
 */
export function completedDocument<Document extends object>(document: Document): Document {
  const description = document as unknown as Description;
  for (const [name, endpoint] of contractCalls) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = description.paths[path]?.[endpoint.method.toLowerCase()];
    if (operation !== undefined) complete(operation, name, endpoint);
  }
  uniteTemplates(description.paths);
  const operations = [description.paths, description.webhooks].flatMap(Object.values).flatMap(Object.values);
  const tags = new Set<string>(operations.flatMap(({ tags = [] }: Operation) => tags));
  description.tags = [...tags].map(name => ({ name }));
  omitUnused(description);
  return document;
}

function complete(operation: Operation, name: string, endpoint: Endpoint): void {
  const { status, isList, errors } = endpoint;
  operation.operationId = name;
  operation.security = securityOf(endpoint);
  const success = operation.responses[status] ?? { description: '' };
  success.description = status === 204 ? 'Hecho, sin contenido' : 'Hecho';
  if (isList === true)
    success.headers = {
      [TOTAL_COUNT_HEADER]: { description: 'Cuántas hay en total', schema: { type: 'integer' } },
    };
  operation.responses[status] = success;
  const failed = operation.responses['4XX'];
  if (failed !== undefined) failed.description = `Error: ${[...new Set(errors)].join(', ') || 'NOT_FOUND'}`;
  const broken = operation.responses['5XX'];
  if (broken !== undefined) broken.description = 'Error: INTERNAL, UNAVAILABLE';
}

/** The accepted security schemes; public endpoints also accept a request without any. */
function securityOf(endpoint: Endpoint): object[] {
  const accepted = [{ [SESSION_SCHEME]: [] }, ...(admitsTokens(endpoint) ? [{ [TOKEN_SCHEME]: [] }] : [])];
  return endpoint.access === 'public' ? [{}, ...accepted] : accepted;
}

/** Unites templates that differ only in the names of their parameters, which are identical for OpenAPI. The first template's names stay. */
function uniteTemplates(paths: Description['paths']): void {
  const templates = new Map<string, string>();
  for (const [path, operations] of Object.entries(paths)) {
    const anonymous = path.replaceAll(/\{\w+\}/g, '{}');
    const first = templates.get(anonymous);
    templates.set(anonymous, first ?? path);
    if (first === undefined) continue;
    const [names, newNames] = [namesIn(path), namesIn(first)];
    for (const { parameters = [] } of Object.values(operations))
      for (const parameter of parameters)
        if (parameter.in === 'path')
          parameter.name = newNames[names.indexOf(parameter.name)] ?? parameter.name;
    Object.assign(paths[first] ?? {}, operations);
    delete paths[path];
  }
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Omits the schemas to which neither an operation nor a used schema refers. */
function omitUnused(description: Description): void {
  const { schemas } = description.components;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? null);
    }
  };
  const { components: _, ...others } = description;
  visit(others);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

const reference = (name: string) => ({ $ref: REFERENCE + name });

/** The webhooks of the reference. Each is a POST with the event and a signature in a header. */
export function webhookDescriptions(events: readonly string[]): Record<string, object> {
  return Object.fromEntries(events.map(event => [event, { post: webhookOperation(event) }]));
}

const webhookOperation = (event: string) => ({
  operationId: `receive${event.split(/[.]/).map(capitalized).join('')}`,
  summary: `Lo que recibe un webhook: ${event}`,
  tags: ['Webhooks'],
  security: [],
  parameters: [
    {
      name: 'Minga-Signature',
      in: 'header',
      required: true,
      description: 't=<segundos>,v1=<HMAC-SHA256 de «t.cuerpo»>',
      schema: { type: 'string' },
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: eventSchema(event) } } },
  responses: { '2XX': { description: 'Recibido' } },
});

const eventSchema = (event: string) => ({
  type: 'object',
  required: ['id', 'event', 'createdAt', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'El mismo si llega otra vez' },
    event: { type: 'string', const: event },
    createdAt: { type: 'string', format: 'date-time' },
    data: dataSchema(event),
  },
});

function dataSchema(event: string): object {
  if (event.startsWith('attendance.'))
    return object({ activityId: { type: 'string', format: 'uuid' }, places: { type: 'object' } });
  return event.startsWith('activity.')
    ? object({ activity: reference('WholeActivity'), url: { type: 'string', format: 'uri' } })
    : object({});
}

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
