/** Steps of closings as the store takes them, by their number. */
import type { ClosingsStore } from '#electron/history/closings-store.ts';
import type { CloseStep } from '#domain/closing-steps.ts';

type Steps = Parameters<ClosingsStore['add']>[1];

/** All clients of a month are closed in one step. */
export const CLIENTS = 20;
const RECORDS = 200;
const at = '2026-11-02T08:00:00.000Z';
const who = 'ada';

export function toClosings(month: number): Steps {
  return Array.from({ length: CLIENTS }, (_, client) => {
    const ids = Array.from({ length: RECORDS }, (_unused, id) => String(1_000_000 * month + 1_000 * client + id));
    const step: CloseStep = {
      kind: 'close',
      at,
      who,
      number: month * CLIENTS + client + 1,
      period: { text: `month ${month}`, from: '2026-10-01', to: '2026-10-31', calendar: 'recorded-month' },
      client: `Client ${client}`,
      zone: 'UTC',
      settings: {},
      asOf: at,
      merge: 1,
      provisional: [],
      accepted: {},
      reason: null,
      totals: [{ currency: 'EUR', records: RECORDS, minutes: '60', value: '100' }],
      printed: [],
      carried: [],
      cancels: null,
    };
    return { step, columns: { id: JSON.stringify(ids), value: JSON.stringify(ids.map((id) => `${id}.5`)) } };
  });
}

export function toDecision(month: number): Steps[number] {
  const state = { client: 'Client 0', currency: 'EUR', minutes: '60', value: '100' };
  const lines = Array.from({ length: RECORDS }, (_, id) => ({
    id: String(1_000_000 * month + id),
    kind: 'vanished' as const,
    decision: 'adjust' as const,
    before: state,
    after: null,
  }));
  return { step: { kind: 'decide', at, who, closing: month * CLIENTS + 1, decision: 'adjust', reason: 'Gone', lines } };
}
