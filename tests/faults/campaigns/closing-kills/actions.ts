/** What is killed, on a workspace in which each of it can be done: once prepared, and copied for each kill. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProvingService } from '#tests/support/hosts/proving-service.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import type { Place } from '#tests/support/hosts/terminal-session.ts';

/** The durable writes that a kill comes before or after: steps of closings, and a table in the register, in its place, settled. */
export type Write = 'step' | 'intent' | 'place' | 'settle';

export interface Action {
  readonly name: 'create' | 'decide' | 'adjust' | 'reopen';
  readonly words: readonly string[];
  readonly writes: readonly Write[];
}

const reason = ['--reason', 'As agreed'];
export const actions: readonly Action[] = [
  {
    name: 'create',
    words: ['create', '--period', '2026-10', '--accept', 'undated,unreadable,unassigned', ...reason],
    writes: ['step'],
  },
  { name: 'decide', words: ['decide', '1', '--as', 'adjust', ...reason], writes: ['step'] },
  { name: 'adjust', words: ['adjust', '2'], writes: ['intent', 'step', 'place', 'settle'] },
  { name: 'reopen', words: ['reopen', '3', ...reason], writes: ['step'] },
];

/** @param table the name of the file that `adjust` writes */
export function toCommand({ name, words }: Action, data: string, table = 'table.csv'): string[] {
  const out = name === 'adjust' ? ['--out', join(data, table)] : [];
  return ['closing', ...words, ...out, '--data-dir', data, '--json'];
}

const START = Date.parse('2026-11-02T08:00:00Z');
const CLIENTS = 3;
const MONTH = '2026-09';

/** September is closed: two clients were sent and drifted, one of them is decided; October is open. */
export async function prepareWorkspace(folder: string, seed: number): Promise<Omit<Place, 'data'>> {
  mkdirSync(folder, { recursive: true });
  const service = await startProvingService({ records: 300, seed, startAt: START, frozen: true, asOf: '2026-11-01' });
  const terminal = new KeptTerminal({ place: { data: folder, url: service.url, key: service.key }, now: service.now });
  const refresh = async () => {
    await service.control.advance(3_600_000);
    await terminal.call('sync.run', { full: true });
  };
  try {
    await service.control.move({ kind: 'shift', count: 60, to: MONTH });
    await refresh();
    const { ids } = await terminal.call('names.recorded', {});
    const objects = ids.filter(({ kind }) => kind !== 'person');
    await terminal.call('names.keep', {
      owners: {},
      objects: Object.fromEntries(
        objects.map(({ kind, id }, at) => [
          `${kind}:${id}`,
          { name: id, client: `Client ${at % CLIENTS}`, currency: at % 2 ? 'EUR' : 'CHF' },
        ]),
      ),
    });
    await terminal.call('closings.create', {
      period: MONTH,
      accept: ['undated', 'unreadable', 'unassigned'],
      reason: 'Drawn',
    });
    for (const client of [0, 1]) {
      const filters = [{ propertyName: 'client', operator: 'EQ' as const, value: `Client ${client}` }];
      const own = { period: MONTH, filterGroups: [{ filters }] };
      await terminal.call('sent.elsewhere', { ...own, reason: `Invoice ${client}` });
      const { rows } = await terminal.call('records.page', { ...own, columns: ['title'], limit: 12, offset: 0 });
      await service.control.move({ kind: 'edit', ids: rows.map(({ id }) => id) });
    }
    await refresh();
    await terminal.call('closings.decide', { number: 2, decision: 'adjust', reason: 'Drawn' });
    return { url: service.url, key: service.key };
  } finally {
    await terminal.close();
    await service.stop();
  }
}
