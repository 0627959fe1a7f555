/** Section 8: the daily quota. Uses it up, so that these rules run last and only when told. */
import { describe, member } from '../answers.ts';
import { broken, judge, type Rule, type Run } from '../rule.ts';
import { operations, type Exchange } from '../wire.ts';
import { askLittle } from './requests.ts';

const RESET = 'x-service-ratelimit-reset';
const DAY = 86_400_000;
const AT_ONCE = 10;
/** Requests beyond the quota before the key is taken to have none. */
const BEYOND = 40;

/** @returns the first refusals; empty where the quota and some more were granted. */
async function spend({ wire, dailyQuota }: Run): Promise<readonly Exchange[]> {
  wire.extend(dailyQuota + BEYOND + AT_ONCE * 4);
  for (let sent = 0; sent < dailyQuota + BEYOND; sent += AT_ONCE) {
    const pages = await Promise.all(Array.from({ length: AT_ONCE }, () => wire.list({ limit: '1' })));
    const refused = pages.filter(({ status }) => status === 429);
    if (refused.length > 0) return refused;
  }
  return [];
}

/** Requests of the key that were answered with anything but a refusal of key or quota. */
function countGranted({ wire }: Run): number {
  return wire.exchanges.filter(({ operation, status }) => operation && ![401, 403, 429].includes(status)).length;
}

/** @returns a refusal for the used-up quota, which `8-2` has brought about. */
function refusalOf({ wire }: Run): Exchange | undefined {
  return wire.exchanges.find(({ status }) => status === 429);
}

function onRefusal(id: string, states: string, problems: (refusal: Exchange) => readonly string[]): Rule {
  return {
    id,
    states,
    spends: true,
    check(run) {
      const refusal = refusalOf(run);
      return refusal ? judge(problems(refusal), describe(refusal)) : broken('no request was answered 429');
    },
  };
}

export const quota: readonly Rule[] = [
  {
    id: '8-2',
    states: 'A key has no more requests a day than its quota; then it is 429.',
    spends: true,
    async check(run) {
      const refused = await spend(run);
      const granted = countGranted(run);
      if (refused.length === 0) return broken(`${granted} requests were granted, and no end`);
      const told = `${granted} requests of this run were granted, of a quota of ${run.dailyQuota}`;
      return judge(granted > run.dailyQuota ? [told] : [], told);
    },
  },
  onRefusal('8-3', '429 is "Daily quota exceeded", and its details name the header with the reset.', ({ body }) => {
    const details = member(body, 'details');
    const right =
      member(body, 'error') === 'Daily quota exceeded' && typeof details === 'string' && details.includes(RESET);
    return right ? [] : [JSON.stringify(body) ?? 'no JSON'];
  }),
  onRefusal('8-4', `429 carries ${RESET}: the next beginning of a UTC day.`, ({ headers }) => {
    const given = headers.get(RESET);
    const moment = /\d{4}/.test(given ?? '') ? Date.parse(given ?? '') : Number.NaN;
    const now = Date.parse(headers.get('date') ?? '') || Date.now();
    const right = moment % DAY === 0 && moment > now - 60_000 && moment <= now + DAY + 60_000;
    return right ? [] : [`${RESET} is ${JSON.stringify(given)}`];
  }),
  {
    id: '8-5',
    states: 'The quota is one for all three operations.',
    spends: true,
    async check(run) {
      const seen = await Promise.all(operations.map((operation) => askLittle(run, operation)));
      return judge(seen.filter(({ status }) => status !== 429).map(describe), seen.map(describe).join('; '));
    },
  },
  {
    id: '8-6',
    states: 'A key that is not valid is 401, not 429, after the quota, too.',
    spends: true,
    async check({ wire }) {
      const page = await wire.list({ limit: '1' }, { authorization: 'Bearer not-a-key-of-this-service' });
      return judge(page.status === 401 ? [] : [describe(page)], describe(page));
    },
  },
];
