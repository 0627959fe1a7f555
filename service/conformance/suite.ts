/** Runs every rule against one service. */
import { reportUntried, judge, type Outcome, type Rule, type Run, type Verdict } from './rule.ts';
import { surveyRecords } from './survey.ts';
import { BudgetSpent, CouldNotRun, ServiceClient } from './client.ts';
import { access } from './rules/access.ts';
import { batch } from './rules/batch.ts';
import { errors } from './rules/errors.ts';
import { list } from './rules/list.ts';
import { matching } from './rules/matching.ts';
import { purpose } from './rules/purpose.ts';
import { quota } from './rules/quota.ts';
import { records } from './rules/records.ts';
import { search } from './rules/search.ts';
import { describe } from './answers.ts';

const versions: readonly Rule[] = [
  {
    id: '9-1',
    states: 'All operations are under /service/v1/: no other version answers them, and no path without a version does.',
    async check({ client }) {
      const paths = ['/service/v2/timelogs', '/service/timelogs', '/service/v1', '/timelogs'];
      const exchanges = await Promise.all(paths.map((path) => client.sendWithRetry(path, {})));
      return judge(exchanges.filter(({ status }) => status < 400).map(describe), exchanges.map(describe).join('; '));
    },
  },
];

export interface SuiteOptions {
  readonly baseUrl: string;
  readonly key: string;
  /** The base address of paging links, if it differs from `baseUrl`. */
  readonly publicUrl?: string | undefined;
  readonly deactivatedKey?: string | undefined;
  /** 600 by default, without the requests of the rules that spend the quota. */
  readonly mostRequests?: number | undefined;
  readonly spendQuota?: boolean | undefined;
  /** Sections (`4.2`) or rules (`4.2-7`) to try; all by default. */
  readonly only?: readonly string[] | undefined;
  readonly dailyQuota?: number | undefined;
  readonly onResult?: (result: Result) => void;
}

export interface Result extends Verdict {
  readonly rule: string;
  readonly section: string;
  readonly states: string;
}

export interface Report {
  readonly baseUrl: string;
  readonly requests: number;
  readonly held: number;
  readonly broken: number;
  readonly untried: number;
  readonly results: readonly Result[];
}

const MAX_REQUESTS = 600;
const DAILY_QUOTA = 1_000;
const MAX_REPEATS = 1;

/** @throws CouldNotRun if the service does not respond or refuses the key. */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  const { key, mostRequests = MAX_REQUESTS } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const client = new ServiceClient({ baseUrl, key, mostRequests });
  const run: Run = {
    client,
    survey: await surveyRecords(client),
    publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? baseUrl,
    deactivatedKey: options.deactivatedKey,
    dailyQuota: options.dailyQuota ?? DAILY_QUOTA,
  };
  const results: Result[] = [];
  for (const rule of chooseRules(options.only)) {
    const verdict =
      rule.spends && !options.spendQuota ? reportUntried('it would spend the quota') : await tryRule(rule, run);
    const result = { rule: rule.id, section: getSection(rule), states: rule.states, ...verdict };
    results.push(result);
    options.onResult?.(result);
  }
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    baseUrl,
    requests: client.sent,
    held: count('held'),
    broken: count('broken'),
    untried: count('untried'),
    results,
  };
}

function chooseRules(only: SuiteOptions['only']): readonly Rule[] {
  if (!only) return rules;
  const unknown = only.find((name) => !rules.some((rule) => rule.id === name || getSection(rule) === name));
  if (unknown !== undefined) throw new CouldNotRun(`There is no section or rule ${unknown}.`);
  return rules.filter((rule) => only.includes(rule.id) || only.includes(getSection(rule)));
}

/** Records may change during a comparison, so only a rule that breaks twice counts as broken. */
async function tryRule(rule: Rule, run: Run): Promise<Verdict> {
  try {
    let verdict = await rule.check(run);
    for (let repeat = 0; repeat < MAX_REPEATS && verdict.outcome === 'broken' && !rule.spends; repeat += 1)
      verdict = await rule.check(run);
    return verdict;
  } catch (fault) {
    if (fault instanceof BudgetSpent) return reportUntried('the allowed requests are used up');
    throw fault;
  }
}

/** @returns `4.1` for the rule `4.1-3`. */
function getSection({ id }: Rule): string {
  return id.slice(0, id.indexOf('-'));
}

/** The rules run in this order: those that check earlier responses come late, those that spend the quota last. */
export const rules: readonly Rule[] = [
  ...purpose,
  ...records,
  ...list,
  ...batch,
  ...search,
  ...matching,
  ...access,
  ...versions,
  ...errors,
  ...quota,
];
