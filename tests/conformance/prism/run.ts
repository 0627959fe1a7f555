/** `npm run campaign -- prism --with FOLDER`: the suite and its deviations through Prism, held to the OpenAPI document. */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Report, SuiteOptions } from '#conformance/suite.ts';
import type { ServiceOptions } from '#service/server.ts';
import type { Answered, Asked, Deviation } from '../deviations/deviation.ts';
import { deviations } from '../deviations/deviations.ts';
import { documentDeviations } from '../deviations/document-deviations.ts';
import { document, findFlaw, isDocumented } from '../document-flaws.ts';
import { brokenIn, judge, overSample, throughTwoHops } from '../proxied-service.ts';
import { startProxy } from '../proxy.ts';
import { PACKAGE, requireProgram, startPrism, VERSION } from './program.ts';

const { values } = parseArgs({ options: { with: { type: 'string' } } });
if (values.with === undefined) throw new Error(`Name a folder with ${PACKAGE} ${VERSION}: --with FOLDER`);
const program = requireProgram(values.with);

/** What Ajv and Prism say of the answers of one run. */
interface Seen {
  readonly flaws: Set<string>;
  readonly refused: Set<string>;
  through: number;
  past: number;
}

let bending: Deviation | undefined;
let memory = new Map<string, unknown>();
let seen: Seen;

/** Nearest the service: bends what is planted, and shows Ajv what Prism will get. */
const inner = await startProxy(
  {
    name: 'what is planted',
    rule: '',
    request: (asked) => bending?.request?.(asked),
    answer: (answered, asked) => bending?.answer?.(answered, asked, memory),
  },
  (asked, answered) => {
    const flaw = isCarried(asked) ? findFlaw(asked, answered) : undefined;
    if (flaw !== undefined) seen.flaws.add(flaw);
  },
);
// Prism refuses what lacks a key by itself, before the service could: so the document is given to it without that.
const { security: _, ...withoutSecurity } = document;
const prism = await startPrism(program, withoutSecurity, inner.url);
/** Nearest the suite, which knows this address alone. */
const outer = await startProxy(undefined, (asked, answered) => {
  if (!isCarried(asked)) seen.past += 1;
  else seen.through += 1;
  if (isOfPrism(answered)) seen.refused.add(describeRefusal(answered));
});
outer.lead((asked) => (isCarried(asked) ? prism.url : inner.url));

/** Prism waits forever for the rest of a body that is no JSON, and refuses other addresses and methods by itself. */
function isCarried(asked: Asked): boolean {
  if (!isDocumented(asked)) return false;
  if (asked.text === '') return asked.headers['content-encoding'] === undefined;
  try {
    JSON.parse(asked.text);
    return asked.headers['content-type']?.startsWith('application/json') === true;
  } catch {
    return false;
  }
}

function isOfPrism({ headers }: Answered): boolean {
  return headers['content-type'] === 'application/problem+json';
}

function describeRefusal({ body }: Answered): string {
  const { title, validation } = body as { title: string; validation?: { message: string; location: string[] }[] };
  return [title, ...(validation ?? []).map(({ message, location }) => `${location.join('.')} ${message}`)].join(': ');
}

async function run(service: ServiceOptions, options: Partial<SuiteOptions>): Promise<Report | undefined> {
  seen = { flaws: new Set(), refused: new Set(), through: 0, past: 0 };
  memory = new Map();
  try {
    return await judge({ ...service, baseUrl: outer.url }, { ...options, baseUrl: outer.url }, inner.lead);
  } catch (fault) {
    // What a run of the suite begins with may be bent as well: it then ends, and what was seen counts.
    if (bending === undefined) throw fault;
    return undefined;
  }
}

async function holdSound(what: string, service: ServiceOptions): Promise<boolean> {
  const report = await run(service, { spendQuota: true });
  const broken = report ? brokenIn(report) : [];
  console.log(
    `${what}: ${report?.held} rules held, ${broken.length} broken, ${report?.untried} untried; of ${seen.through + seen.past} answers ${seen.through} came through Prism, which refused ${seen.refused.size}, and Ajv ${seen.flaws.size}`,
  );
  for (const each of [...broken, ...seen.refused, ...seen.flaws]) console.log(`  ${each}`);
  return broken.length + seen.refused.size + seen.flaws.size === 0;
}

async function plant(deviation: Deviation): Promise<{ readonly ajv: boolean; readonly prism: boolean }> {
  bending = deviation;
  const only = deviation.rule.startsWith('7-') || deviation.rule === '1-1' ? undefined : ['1-3', '8-2', deviation.rule];
  await run(overSample(), { spendQuota: deviation.spends ?? false, only });
  bending = undefined;
  const found = { ajv: seen.flaws.size > 0, prism: seen.refused.size > 0 };
  if (found.ajv !== found.prism) {
    console.log(`  ${deviation.rule} ${deviation.name}: Ajv ${found.ajv}, Prism ${found.prism}`);
    for (const each of [...seen.flaws, ...seen.refused].slice(0, 2)) console.log(`    ${each}`);
  }
  return found;
}

/** Of a status that is no success and not in the document, Prism only warns in its own log. */
const unnoticed = ['a wrong limit is 404'];

/** @returns those about which the two validators are of different minds. */
async function plantAll(what: string, planted: readonly Deviation[]): Promise<string[]> {
  const found: (Awaited<ReturnType<typeof plant>> & Deviation)[] = [];
  for (const each of planted) found.push({ ...each, ...(await plant(each)) });
  const count = (by: 'ajv' | 'prism') => found.filter((each) => each[by]).length;
  console.log(`${what}: of ${planted.length}, Ajv finds ${count('ajv')} and Prism ${count('prism')}`);
  return found.filter(({ ajv, prism: theirs }) => ajv !== theirs).map(({ name }) => name);
}

console.log(`${PACKAGE} ${VERSION}`);
const otherwise = {
  ids: 'numbers',
  missingErrors: 'each',
  values: 'json',
  dates: 'epoch',
  allMissing: 'not-found',
} as const;
const sound = [
  await holdSound('over the sample', overSample()),
  await holdSound('over an upstream with other switches', overSample(otherwise)),
  await throughTwoHops((service) => holdSound('through two hops', service)),
];
const differing = [
  ...(await plantAll('planted in what the document says', documentDeviations)),
  ...(await plantAll('planted for the rules, most of which no document can say', deviations)),
];
await Promise.all([outer.close(), prism.stop(), inner.close()]);
process.exitCode = sound.every(Boolean) && isDeepStrictEqual(differing, unnoticed) ? 0 : 1;
