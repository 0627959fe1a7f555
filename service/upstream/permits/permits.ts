/** Keeps the calls to the upstream within what it takes: callers wait for their turn, and are turned away where that would take too long. */

export type CallKind = 'read' | 'search';

export type Turn =
  | {
      readonly ok: true;
      readonly end: () => void;
      /** Aborted where the turn may be given to others before it was ended: its call must be left then. */
      readonly lost?: AbortSignal;
    }
  /** Too many wait already, or turns cannot be had now. */
  | { readonly ok: false; readonly retrySeconds: number; readonly cause: string };

/** Turns may be shared by several instances of the service: each implementation keeps the limits over all that share it. */
export interface Permits {
  /** Waits for a turn, which its caller ends. @throws the signal's reason when it is aborted first. */
  take(kind: CallKind, signal: AbortSignal): Promise<Turn>;
}

export interface PermitLimits {
  /** In flight at once. */
  readonly calls: number;
  /** Begun within any second. */
  readonly searches: number;
  /** How many wait for a turn, of each kind: many reads turn away no search. Of one instance. */
  readonly waiting: number;
  readonly patienceMilliseconds: number;
}

export const defaultPermits: PermitLimits = { calls: 8, searches: 4, waiting: 64, patienceMilliseconds: 10_000 };

/**
 * A search counts from its beginning until so long after its end: when the upstream counts it, somewhere in between, is not known here. Thus no
 * delay on the way brings more of them into one second.
 */
export const WINDOW_MILLISECONDS = 1_000;
