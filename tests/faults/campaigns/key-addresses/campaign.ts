/** Row 14: whatever an address, a redirect, a link or a certificate says, the key reaches the one service it belongs to. */
import { seeded } from '#tests/support/worlds/seeded.ts';
import { startAddressCampaign } from '#tests/faults/hostile/stored-addresses.ts';
import type { Campaign } from '../campaign-shape.ts';
import { tryNextLink, tryRedirect } from './elsewhere.ts';
import { openTlsTrial } from './tls.ts';

const kinds = [
  'stored addresses',
  'redirects and pointing headers',
  'foreign links and cursors',
  'bad certificates',
] as const;
type Kind = (typeof kinds)[number];
/** Of each 33 runs; spread evenly over them. */
const shares: Readonly<Record<Kind, number>> = {
  'stored addresses': 20,
  'redirects and pointing headers': 5,
  'foreign links and cursors': 4,
  'bad certificates': 4,
};
const BLOCK = 33;
/** Coprime to the number of spellings: few runs meet many of them. */
const STEP = 7;

export const keyAddresses: Campaign = {
  row: 14,
  name: 'key-addresses',
  holds: 'no key reaches a listener it does not belong to',
  promised: 330,
  short: 6,
  async run({ count, seed, tell }) {
    const failures: string[] = [];
    const done = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
    const addresses = await startAddressCampaign();
    const tls = openTlsTrial();
    try {
      for (let at = 0; at < count; at += 1) {
        const random = seeded(seed * 100_003 + at);
        const kind = nextKind(done);
        const turn = done.get(kind) ?? 0;
        failures.push(...(await tryOne(kind, turn)).map((each) => `seed ${seed}, run ${at}: ${each}`));
        done.set(kind, turn + 1);
        if ((at + 1) % 50 === 0) tell(`${at + 1} of ${count}, ${failures.length} wrong`);

        async function tryOne(kind: Kind, turn: number): Promise<readonly string[]> {
          if (kind === 'stored addresses') return addresses.run(turn * STEP, seed);
          if (kind === 'bad certificates') return (await tls.try(turn, random)).wrong;
          return (await (kind === 'foreign links and cursors' ? tryNextLink(random) : tryRedirect(random))).wrong;
        }
      }
    } finally {
      tls.close();
      await addresses.close();
    }
    return { reached: count, failures, told: kinds.map((kind) => `${done.get(kind)} ${kind}`).join(', ') };
  },
};

/** The one that is furthest behind its share; of several, the one named last, so that even a short run covers all. */
function nextKind(done: ReadonlyMap<Kind, number>): Kind {
  const total = [...done.values()].reduce((sum, each) => sum + each, 0);
  const behind = (kind: Kind) => (shares[kind] / BLOCK) * (total + 1) - (done.get(kind) ?? 0);
  const first = kinds.findLast((kind) => done.get(kind) === 0);
  if (first !== undefined) return first;
  return kinds.reduce((most, kind) => (behind(kind) > behind(most) ? kind : most), kinds[0]);
}
