/** The suite's requests and their answers, each held to the document by a validator that knows nothing of the service's schemas. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDocument } from '../../../service/openapi/document.ts';
import type { Answered, Asked, Deviation } from '../../conformance/deviations/deviation.ts';
import { judge, overSample } from '../../conformance/proxied-service.ts';
import { startProxy } from '../../conformance/proxy.ts';

const document = JSON.parse(JSON.stringify(createDocument('https://timelogs.example.com'))) as ReturnType<
  typeof createDocument
>;
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false, allowUnionTypes: true });
formats.default(ajv);
ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'components', 'paths']);
ajv.addSchema(document, 'document');

interface Operation {
  readonly responses: Readonly<Record<string, object>>;
}

/** @returns what the document does not allow, undefined where it allows all; unknown addresses and methods are not its matter. */
function findFlaw(asked: Asked, { status, headers, body }: Answered): string | undefined {
  const path = asked.target.split('?')[0] ?? '';
  const found = (document.paths as Record<string, Record<string, Operation>>)[path]?.[asked.method.toLowerCase()];
  if (!found) return undefined;
  const key = [String(status), `${Math.floor(status / 100)}XX`].find((each) => each in found.responses);
  if (key === undefined) return `${asked.method} ${path}: ${status} is not in the document`;
  if (!String(headers['content-type']).startsWith('application/json')) return `${path}: ${headers['content-type']}`;
  const place = ['paths', path, asked.method.toLowerCase(), 'responses', key, 'content', 'application/json', 'schema'];
  const pointer = place.map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = ajv.getSchema(`document#/${pointer}`);
  if (!validate) return `no schema at ${pointer}`;
  return validate(body) ? undefined : `${asked.method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`;
}

interface Seen {
  readonly flaws: string[];
  readonly statuses: Set<string>;
}

async function watchSuite(bend?: Deviation, switches = {}): Promise<Seen> {
  const flaws: string[] = [];
  const statuses = new Set<string>();
  const proxy = await startProxy(bend, (asked, answered) => {
    statuses.add(`${asked.operation} ${answered.status}`);
    const flaw = findFlaw(asked, answered);
    if (flaw !== undefined) flaws.push(flaw);
  });
  onTestFinished(() => proxy.close());
  await judge({ ...overSample(switches), baseUrl: proxy.url }, { baseUrl: proxy.url, spendQuota: !bend }, proxy.lead);
  return { flaws, statuses };
}

describe('the document', () => {
  it('allows every answer to the conformance suite, errors among them', async () => {
    const { flaws, statuses } = await watchSuite();
    expect(flaws).toEqual([]);
    for (const each of ['list 200', 'batch 200', 'search 200', 'search 400', 'list 401', 'list 403', 'list 429'])
      expect([...statuses]).toContain(each);
  });

  it('allows the answers of an upstream that differs in all its switches', async () => {
    const { flaws } = await watchSuite(undefined, {
      ids: 'numbers',
      partialStatus: 207,
      missingErrors: 'each',
      values: 'json',
      dates: 'epoch',
      allMissing: 'not-found',
    });
    expect(flaws).toEqual([]);
  });

  it.each<[name: string, bend: NonNullable<Deviation['answer']>]>([
    ['a total that is a text', ({ body }) => 'total' in body && (body.total = String(body.total))],
    ['a record without its time', ({ body }) => body.results?.[0] && delete body.results[0].createdAt],
    ['a time of another spelling', ({ body }) => body.results?.[0] && (body.results[0].updatedAt = '20.11.2026')],
    ['a value that is an object', ({ body }) => body.results?.[0] && (body.results[0].properties.sys_object_id = {})],
    ['an undeclared field', ({ body }) => (body.more = true)],
    ['an error without its word', ({ body }) => delete body.error],
    ['a status of another kind', (answered) => answered.status === 200 && (answered.status = 202)],
    ['another media type', ({ headers }) => (headers['content-type'] = 'text/plain')],
  ])('does not allow %s', async (_, bend) => {
    const deviation: Deviation = { name: 'planted', rule: '1-1', answer: bend };
    const { flaws } = await watchSuite(deviation).catch(() => ({ flaws: ['the suite could not go on'] }));
    expect(flaws).not.toEqual([]);
  });

  it('describes requests by the schemas that read them', () => {
    const { post } = document.paths['/service/v1/timelogs/search'] as { post: { requestBody: object } };
    const text = JSON.stringify(post.requestBody);
    expect(text).toContain('"filterGroups"');
    expect(text).toContain('"maximum":200');
    expect(text).not.toContain('$schema');
  });
});
