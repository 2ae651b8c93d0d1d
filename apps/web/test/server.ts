import { vi } from 'vitest';
import { uploadRequestTo } from './upload-request.ts';

interface Answer {
  status?: number;
  body?: unknown;
  /** The whole count of a list, of which `body` is a part. */
  total?: number;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: unknown;
  /** Tells the page how much of a file has left, from 0 to 1; the page hears it of an upload alone. */
  readonly report: (share: number) => void;
}

type Answering = Answer | 'unreachable' | ((request: SentRequest) => Answer | Promise<Answer>);

/** By 'POST /auth/login' and the like. */
export type Answers = Record<string, Answering>;

/**
 * A server that answers as told (200 unless said otherwise), null to whatever else is asked, and nothing at all where
 * the answer is 'unreachable'. Returns the requests as they come in.
 */
export function answerWith(answers: Answers): SentRequest[] {
  const sent: SentRequest[] = [];
  const respond = async (url: string, init: RequestInit = {}, report = (_: number) => {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const request = {
      method: init.method ?? 'GET',
      path: pathname.replace('/api', ''),
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      report,
    };
    sent.push(request);
    const answering = answers[`${request.method} ${request.path}`] ?? {};
    if (answering === 'unreachable') throw new TypeError('Failed to fetch');
    const {
      status = 200,
      body = null,
      total,
    } = typeof answering === 'function' ? await answering(request) : answering;
    const headers: HeadersInit = total === undefined ? {} : { 'x-total-count': String(total) };
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
  };
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => respond(url, init));
  vi.stubGlobal('XMLHttpRequest', uploadRequestTo(respond));
  return sent;
}

export const maria = {
  _id: '0199aaaa-0000-7000-8000-000000000001',
  username: 'María Chocué',
  email: 'maria@example.org',
  phone: '3124567890',
  role: 'user',
  isActive: true,
  createdAt: '2026-11-01T00:00:00.000Z',
} as const;
