/** How the upstream words a refusal, so that every part of it refuses alike. */
import type { Answer } from './upstream.ts';

export interface Refusal {
  readonly ok: false;
  readonly message: string;
  readonly category: string;
}

export function refusal(message: string, category = 'VALIDATION_ERROR'): Refusal {
  return { ok: false, message, category };
}

/** @returns the refusal as the upstream's HTTP answer, 400 unless told otherwise. */
export function refuse(message: string, category = 'VALIDATION_ERROR', status = 400): Answer<never> {
  const body = { status: 'error', message, category };
  return { ok: false, failure: { kind: 'answered', status, body } };
}
