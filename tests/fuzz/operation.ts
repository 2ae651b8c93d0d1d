import { z } from 'zod';

/** The part of JSON Schema that the product's description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of the OpenAPI description. */
export interface Operation {
  readonly method: string;
  /** Below `/api`, with placeholders such as `{id}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Body schemas by media type; null without a body. */
  readonly bodies: Readonly<Record<string, Schema>> | null;
  /** Response schemas by status; null for an empty body. */
  readonly responses: ReadonlyMap<number, z.ZodType | null>;
}

interface Content {
  readonly content?: Record<string, { readonly schema: Schema }>;
}

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Record<string, Record<string, OperationDescription>>;
}

interface OperationDescription {
  readonly parameters?: Parameter[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
}

/** Reads the operations from the description that the product at `url` serves. */
export async function readOperations(url: string): Promise<Operation[]> {
  const response = await fetch(`${url}/api/docs/openapi.json`);
  const { paths } = dereferenced((await response.json()) as Description);
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => toOperation(method.toUpperCase(), path, call)),
  );
}

/** With each reference replaced by its schema; the product's are not recursive. */
function dereferenced(description: Description): Description {
  const { schemas } = description.components;
  const resolve = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_key, part) => {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(String(part?.$ref ?? ''))?.[1];
      return name === undefined ? part : resolve(schemas[name]);
    });
  return { ...description, paths: resolve(description.paths) as Description['paths'] };
}

function toOperation(method: string, path: string, call: OperationDescription): Operation {
  const successes = Object.entries(call.responses).filter(([status]) => /^2\d\d$/.test(status));
  return {
    method,
    path,
    parameters: call.parameters ?? [],
    bodies: call.requestBody === undefined ? null : schemasOf(call.requestBody),
    // Operations that return 204 describe no response.
    responses:
      successes.length === 0
        ? new Map([[204, null]])
        : new Map(successes.map(([status, content]) => [Number(status), responseSchema(content)])),
  };
}

const schemasOf = ({ content = {} }: Content): Record<string, Schema> =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema]));

function responseSchema(content: Content): z.ZodType | null {
  const schemas = schemasOf(content);
  const schema = schemas['application/json'];
  const isFile = schema === undefined && Object.keys(schemas).length > 0;
  if (isFile) return z.unknown();
  return schema === undefined ? null : z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
}
