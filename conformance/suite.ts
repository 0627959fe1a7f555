/** Tries every rule against one service. */
import type { Outcome, Rule, Run, Verdict } from './rule.ts';
import { untried } from './rule.ts';
import { rules } from './rules/rules.ts';
import { surveyRecords } from './survey.ts';
import { BudgetSpent, CouldNotRun, Wire } from './wire.ts';

export interface SuiteOptions {
  /** Without a path. */
  readonly baseUrl: string;
  readonly key: string;
  /** What links must name, where that is another address. */
  readonly publicUrl?: string | undefined;
  readonly deactivatedKey?: string | undefined;
  /** 600 by default; the rules that spend the quota come on top. */
  readonly mostRequests?: number | undefined;
  readonly spendQuota?: boolean | undefined;
  /** Sections (`4.2`) or rules (`4.2-7`) to try; all by default. */
  readonly only?: readonly string[] | undefined;
  /** 1,000 by default. */
  readonly dailyQuota?: number | undefined;
  /** Called after each rule. */
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

const MOST_REQUESTS = 600;
const DAILY_QUOTA = 1_000;
const SECOND_LOOKS = 1;

/** @throws CouldNotRun where the service gives no answer or refuses the key. */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  const { key, mostRequests = MOST_REQUESTS } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const wire = new Wire({ baseUrl, key, mostRequests });
  const run: Run = {
    wire,
    survey: await surveyRecords(wire),
    publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? baseUrl,
    deactivatedKey: options.deactivatedKey,
    dailyQuota: options.dailyQuota ?? DAILY_QUOTA,
  };
  const results: Result[] = [];
  for (const rule of chooseRules(options.only)) {
    const verdict = rule.spends && !options.spendQuota ? untried('it would spend the quota') : await tryRule(rule, run);
    const result = { rule: rule.id, section: sectionOf(rule), states: rule.states, ...verdict };
    results.push(result);
    options.onResult?.(result);
  }
  const count = (outcome: Outcome) => results.filter((each) => each.outcome === outcome).length;
  return {
    baseUrl,
    requests: wire.sent,
    held: count('held'),
    broken: count('broken'),
    untried: count('untried'),
    results,
  };
}

/** @throws CouldNotRun where a name is neither a section's nor a rule's. */
function chooseRules(only: SuiteOptions['only']): readonly Rule[] {
  if (!only) return rules;
  const unknown = only.find((name) => !rules.some((rule) => rule.id === name || sectionOf(rule) === name));
  if (unknown !== undefined) throw new CouldNotRun(`There is no section or rule ${unknown}.`);
  return rules.filter((rule) => only.includes(rule.id) || only.includes(sectionOf(rule)));
}

/** A CRM's records change while they are compared: what broke a rule must break it twice. */
async function tryRule(rule: Rule, run: Run): Promise<Verdict> {
  try {
    let verdict = await rule.check(run);
    for (let look = 0; look < SECOND_LOOKS && verdict.outcome === 'broken' && !rule.spends; look += 1)
      verdict = await rule.check(run);
    return verdict;
  } catch (fault) {
    if (fault instanceof BudgetSpent) return untried('the requests that may be sent are used up');
    throw fault;
  }
}

/** Takes the section out of a rule's name: `4.1` of `4.1-3`. */
function sectionOf({ id }: Rule): string {
  return id.slice(0, id.indexOf('-'));
}
