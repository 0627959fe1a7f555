/** Section 8: the daily quota. These rules use it up, so they run last and only on request. */
import { describe, getMember } from '../answers.ts';
import { reportBroken, judge, type Rule, type Run } from '../rule.ts';
import { operations, type Exchange } from '../client.ts';
import { sendMinimal } from './requests.ts';

const RESET = 'x-service-ratelimit-reset';
const DAY = 86_400_000;
const REQUESTS_AT_ONCE = 10;
/** After this many requests beyond the quota, the suite concludes that there is none. */
const REQUESTS_BEYOND = 40;

/** @returns the first refusals; empty if more than the quota was granted. */
async function spendQuota({ client, dailyQuota }: Run): Promise<readonly Exchange[]> {
  client.allowMore(dailyQuota + REQUESTS_BEYOND + REQUESTS_AT_ONCE * 4);
  for (let requestCount = 0; requestCount < dailyQuota + REQUESTS_BEYOND; requestCount += REQUESTS_AT_ONCE) {
    const pages = await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, () => client.list({ limit: '1' })));
    const refusals = pages.filter(({ status }) => status === 429);
    if (refusals.length > 0) return refusals;
  }
  return [];
}

/** Counts requests that were served, or failed through the caller's fault; server errors need not count against the quota. */
function countGranted({ client }: Run): number {
  const isGranted = (status: number) => status < 500 && ![401, 403, 429].includes(status);
  return client.exchanges.filter(({ operation, status }) => operation && isGranted(status)).length;
}

function refusalRule(id: string, states: string, findProblems: (refusal: Exchange) => readonly string[]): Rule {
  return {
    id,
    states,
    spends: true,
    check(run) {
      const refusal = run.client.exchanges.find(({ status }) => status === 429);
      return refusal ? judge(findProblems(refusal), describe(refusal)) : reportBroken('no request was answered 429');
    },
  };
}

export const quota: readonly Rule[] = [
  {
    id: '8-2',
    states: 'A key gets no more requests a day than its quota; after that, the answer is 429.',
    spends: true,
    async check(run) {
      const refused = await spendQuota(run);
      const granted = countGranted(run);
      if (refused.length === 0) return reportBroken(`${granted} requests were granted without a refusal`);
      const evidence = `${granted} requests of this run were granted, of a quota of ${run.dailyQuota}`;
      return judge(granted > run.dailyQuota ? [evidence] : [], evidence);
    },
  },
  refusalRule('8-3', '429 is "Daily quota exceeded", and its details name the header with the reset.', ({ body }) => {
    const details = getMember(body, 'details');
    const isValid =
      getMember(body, 'error') === 'Daily quota exceeded' && typeof details === 'string' && details.includes(RESET);
    return isValid ? [] : [JSON.stringify(body) ?? 'no JSON'];
  }),
  refusalRule('8-4', `429 carries ${RESET}: the start of the next UTC day.`, ({ headers }) => {
    const resetTime = headers.get(RESET);
    const moment = /\d{4}/.test(resetTime ?? '') ? Date.parse(resetTime ?? '') : Number.NaN;
    const now = Date.parse(headers.get('date') ?? '') || Date.now();
    const isValid = moment % DAY === 0 && moment > now - 60_000 && moment <= now + DAY + 60_000;
    return isValid ? [] : [`${RESET} is ${JSON.stringify(resetTime)}`];
  }),
  {
    id: '8-5',
    states: 'All three operations share one quota.',
    spends: true,
    async check(run) {
      const exchanges = await Promise.all(operations.map((operation) => sendMinimal(run, operation)));
      return judge(exchanges.filter(({ status }) => status !== 429).map(describe), exchanges.map(describe).join('; '));
    },
  },
  {
    id: '8-6',
    states: 'An invalid key is answered 401, not 429, even after the quota is used up.',
    spends: true,
    async check({ client }) {
      const page = await client.list({ limit: '1' }, { authorization: 'Bearer not-a-key-of-this-service' });
      return judge(page.status === 401 ? [] : [describe(page)], describe(page));
    },
  },
];
