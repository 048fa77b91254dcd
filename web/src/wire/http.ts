import type { Problem } from './types';

/** A request the house refused, in a word and a sentence. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    sentence: string,
  ) {
    super(sentence);
  }
}

export async function ask<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch {
    throw new Refusal('offline', 0, '');
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  throw new Refusal(problem?.code ?? 'failed', response.status, problem?.sentence ?? '');
}
