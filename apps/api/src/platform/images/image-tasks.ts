import { AppError } from '../errors.ts';
import { draw } from './drawing.ts';
import { preparePicture } from './picture.ts';

/** What is done in the process of pictures, by name. */
const works = { prepare: preparePicture, draw };

export type WorkName = keyof typeof works;
export type Input<Name extends WorkName> = Parameters<(typeof works)[Name]>[0];
export type Result<Name extends WorkName> = Awaited<ReturnType<(typeof works)[Name]>>;

/** What the server sends to the process. */
export interface Task {
  readonly id: number;
  readonly name: WorkName;
  readonly input: Input<WorkName>;
}

export type RefusalParts = Pick<AppError, 'status' | 'code' | 'sentences' | 'retryAfterSeconds'>;

/** What the process sends back; a refusal in its parts, since a message carries no class of ours. */
export type Answer = { readonly id: number } & (
  | { readonly result: Result<WorkName> }
  | { readonly refusal: RefusalParts }
  | { readonly fault: unknown }
);

/** Does what is asked for. Never throws. */
export async function answer({ id, name, input }: Task): Promise<Answer> {
  try {
    const work = works[name] as (input: Task['input']) => Promise<Result<WorkName>>;
    return { id, result: await work(input) };
  } catch (error) {
    if (!(error instanceof AppError)) return { id, fault: error };
    const { status, code, sentences, retryAfterSeconds } = error;
    return { id, refusal: { status, code, sentences, retryAfterSeconds } };
  }
}
