/** The browser host's transport: calls as POSTs, events as one stream, both with the session's secret in a header. */
import { z } from 'zod';
import { AppFailure } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { HostGone, type Transport } from './client.ts';

const HEADER = 'x-timelog-session';
const eventSchema = z.object({ event: z.string(), payload: z.unknown() });

type Listener = (payload: unknown) => void;

export function createHttpTransport(secret: string): Transport {
  const listeners = new Map<string, Set<Listener>>();
  const pending = new Map<string, AbortController>();
  let stream: Promise<void> | undefined;
  const deliver = (data: string) => {
    const { event, payload } = eventSchema.parse(JSON.parse(data));
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  return {
    async call(method, input, ticket, look, asKnown) {
      if (ticket === undefined) return post(secret, { method, input, look, asKnown });
      const controller = new AbortController();
      pending.set(ticket, controller);
      try {
        return await post(secret, { method, input, ticket, look, asKnown }, controller.signal);
      } finally {
        pending.delete(ticket);
      }
    },
    // The host cancels the request of a closed connection; a call to cancel it would wait behind it.
    cancel: (ticket) => pending.get(ticket)?.abort(),
    offerFile: (file, signal, name) => sendFile(secret, file, signal, name),
    subscribe(event, listener) {
      const registered = listeners.get(event) ?? new Set<Listener>();
      listeners.set(event, registered.add(listener));
      stream ??= followEvents(secret, deliver);
      return () => registered.delete(listener);
    },
  };
}

async function post(secret: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch('/api/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [HEADER]: secret },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new HostGone({ cause });
  });
  if (response.status === 401 || response.status === 403) {
    // The program was restarted: the secret of the earlier one is invalid.
    sessionStorage.removeItem(STORAGE_KEY);
    throw new HostGone();
  }
  return response.json().catch((cause: unknown) => {
    throw new HostGone({ cause });
  });
}

/** Sends a file's bytes, with its name only if the host asked for a file by name. The host keeps the file until it is opened. */
async function sendFile(secret: string, file: File, signal: AbortSignal, name: string | undefined): Promise<void> {
  const query = name === undefined ? '' : `?${new URLSearchParams({ name }).toString()}`;
  const response = await fetch(`/api/source${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', [HEADER]: secret },
    body: file,
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw new AppFailure({ code: 'cancelled' });
    throw new HostGone({ cause });
  });
  if (response.ok) return;
  if (response.status === 400) throw new AppFailure({ code: 'usage', detail: dataTexts.load.badName(file.name) });
  if (response.status === 413) throw new AppFailure({ code: 'usage', detail: dataTexts.load.tooLarge });
  if (response.status === 507) throw new AppFailure({ code: 'disk-full' });
  throw new HostGone();
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** Keeps one stream open; after a fault it waits longer each time before it tries again. Ends when the session is rejected. */
async function followEvents(secret: string, deliver: (data: string) => void): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  let isFirst = true;
  for (;;) {
    try {
      const response = await fetch('/api/events', { headers: { [HEADER]: secret, accept: 'text/event-stream' } });
      if (response.status === 401 || response.status === 403) return;
      if (response.ok && response.body) {
        pause = FIRST_PAUSE_MS;
        // Events in between are lost, so everything may have changed.
        if (!isFirst) deliver(JSON.stringify({ event: 'data.changed', payload: {} } satisfies AppEvent));
        isFirst = false;
        for await (const data of readEventData(response.body)) deliver(data);
      }
    } catch {
      // The program has ended or is restarting; calls report it where it matters.
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

// Reads a text/event-stream from a fetch body: EventSource cannot send the session's header.

/** Yields the data of each event; several `data:` lines of one event are joined by line breaks. */
export async function* readEventData(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += value;
      const events = buffer.split(/\r?\n\r?\n/);
      buffer = events.pop() ?? '';
      for (const event of events) {
        const data = readData(event);
        if (data !== undefined) yield data;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readData(event: string): string | undefined {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

/** The browser host's session: a one-time token in the address becomes a secret of this tab, and leaves the address. */
const STORAGE_KEY = 'timelog-session';
const sessionSchema = z.object({ secret: z.string().min(1) });

/** @returns the secret, or undefined when the page was opened without a valid token. */
export async function openSession(): Promise<string | undefined> {
  const token = takeToken();
  if (token === undefined) return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  // A token works once: after a reload with the old address, the stored secret still opens this tab.
  if (!response.ok) return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
  const { secret } = sessionSchema.parse(await response.json());
  sessionStorage.setItem(STORAGE_KEY, secret);
  return secret;
}

/** Reads the token and strips it from the address bar and the history. */
function takeToken(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  return token;
}
