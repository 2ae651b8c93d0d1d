import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/** The `Cookie` header that a browser would send after this response. */
export function cookieOf(reply: LightMyRequestResponse): { cookie: string } {
  return { cookie: reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

/** Status, code and message of an error response. */
export const errorOf = (
  reply: LightMyRequestResponse,
): { status: number; code: string; message: unknown } => {
  const { code, message } = reply.json();
  return { status: reply.statusCode, code, message };
};

/** Number of responses by status: `{ 201: 1, 409: 49 }`. */
export function tally(replies: LightMyRequestResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

/** Makes `count` calls concurrently. */
export const concurrently = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Returns a function that sends requests to the API of an app; its paths follow `/api`. */
export const senderTo =
  ({ inject }: Pick<TestApp, 'inject'>) =>
  (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
