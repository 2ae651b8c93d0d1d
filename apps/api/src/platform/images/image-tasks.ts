import { AppError } from '../errors.ts';
import { draw } from './drawing.ts';
import { prepareImage } from './prepare-image.ts';

/** Draws a document or an image that a module describes. */
type Renderer = (input: never) => Promise<Buffer>;
/** The renderers of the modules by name, which the entry point of the process defines. */
export type Renderers = Readonly<Record<string, Renderer>>;

/** The name of a renderer and its input, whose types a message must preserve. */
interface Rendering {
  readonly renderer: string;
  readonly input: unknown;
}

/** The tasks of the image process, by name. */
const handlersWith = (renderers: Renderers) => ({
  prepare: prepareImage,
  draw,
  render: ({ renderer, input }: Rendering): Promise<Buffer> => {
    const render = renderers[renderer] as ((input: unknown) => Promise<Buffer>) | undefined;
    if (render === undefined) throw new Error(`no renderer is named ${renderer}`);
    return render(input);
  },
});

type Handlers = ReturnType<typeof handlersWith>;
export type TaskName = keyof Handlers;
export type Input<Name extends TaskName> = Parameters<Handlers[Name]>[0];
export type Result<Name extends TaskName> = Awaited<ReturnType<Handlers[Name]>>;

/** A message to the image process. */
export interface Task {
  readonly id: number;
  readonly name: TaskName;
  readonly input: Input<TaskName>;
}

export type AppErrorParts = Pick<AppError, 'status' | 'code' | 'sentences' | 'retryAfterSeconds'>;

/** A message from the image process. An AppError is sent as its parts, since messages do not preserve our classes. */
export type TaskResponse = { readonly id: number } & (
  | { readonly result: Result<TaskName> }
  | { readonly appError: AppErrorParts }
  | { readonly fault: unknown }
);

/** Runs a task. Never throws. */
export async function runTask({ id, name, input }: Task, renderers: Renderers): Promise<TaskResponse> {
  try {
    const handler = handlersWith(renderers)[name] as (input: Task['input']) => Promise<Result<TaskName>>;
    return { id, result: await handler(input) };
  } catch (error) {
    if (!(error instanceof AppError)) return { id, fault: error };
    const { status, code, sentences, retryAfterSeconds } = error;
    return { id, appError: { status, code, sentences, retryAfterSeconds } };
  }
}
