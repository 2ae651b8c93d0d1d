import { AppError } from '../errors.ts';
import { draw } from './drawing.ts';
import { prepareImage } from './prepare-image.ts';

/** The tasks of the image process, by name. */
const handlers = { prepare: prepareImage, draw };

export type TaskName = keyof typeof handlers;
export type Input<Name extends TaskName> = Parameters<(typeof handlers)[Name]>[0];
export type Result<Name extends TaskName> = Awaited<ReturnType<(typeof handlers)[Name]>>;

/** Message to the image process. */
export interface Task {
  readonly id: number;
  readonly name: TaskName;
  readonly input: Input<TaskName>;
}

export type AppErrorParts = Pick<AppError, 'status' | 'code' | 'sentences' | 'retryAfterSeconds'>;

/** Message from the image process. An AppError is sent as its parts, since messages do not preserve our classes. */
export type TaskResponse = { readonly id: number } & (
  | { readonly result: Result<TaskName> }
  | { readonly appError: AppErrorParts }
  | { readonly fault: unknown }
);

/** Runs a task. Never throws. */
export async function runTask({ id, name, input }: Task): Promise<TaskResponse> {
  try {
    const handler = handlers[name] as (input: Task['input']) => Promise<Result<TaskName>>;
    return { id, result: await handler(input) };
  } catch (error) {
    if (!(error instanceof AppError)) return { id, fault: error };
    const { status, code, sentences, retryAfterSeconds } = error;
    return { id, appError: { status, code, sentences, retryAfterSeconds } };
  }
}
