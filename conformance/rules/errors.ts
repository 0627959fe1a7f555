/** Section 7: the bodies of errors. The last of these rules look back at every answer of the run. */
import { describe, isFields, member } from '../answers.ts';
import { held, judge, untried, type Rule, type Run, type Verdict } from '../rule.ts';
import type { Exchange } from '../wire.ts';

const UPSTREAM = 'Upstream API Error';

function isDetailed({ body }: Exchange): boolean {
  return typeof member(body, 'details') === 'string' && member(body, 'details') !== '';
}

/** @returns what is wrong with an error's body for a status that the interface's table has. */
function tableProblems(exchange: Exchange, error: string, details: string): string[] {
  const right = member(exchange.body, 'error') === error && member(exchange.body, 'details') === details;
  return right ? [] : [`${describe(exchange)}, details ${JSON.stringify(member(exchange.body, 'details'))}`];
}

function lookBack(status: number, error: string, details: string): (run: Run) => Verdict {
  return ({ wire }) => {
    const met = wire.exchanges.filter((each) => each.operation && each.status === status);
    // What the upstream refuses may have any status.
    const own = met.filter(({ body }) => member(body, 'error') !== UPSTREAM);
    if (own.length === 0) return untried(`no answer of this run was ${status}`);
    return judge(
      own.flatMap((each) => tableProblems(each, error, details)),
      `${own.length} answers`,
    );
  };
}

export const errors: readonly Rule[] = [
  {
    id: '7-1',
    states: '401 has the error "Invalid API key" and no details.',
    async check({ wire }) {
      const { body, ...page } = await wire.list('', { authorization: null });
      const right = isFields(body) && body['error'] === 'Invalid API key' && !('details' in body);
      return judge(right ? [] : [describe({ ...page, body })], JSON.stringify(body) ?? page.text);
    },
  },
  {
    id: '7-2',
    states: `What the upstream refuses of a search is answered as "${UPSTREAM}", its error as text in details.`,
    async check({ wire }) {
      const filters = [{ propertyName: 'sys_object_id', operator: 'NO_SUCH_OPERATOR', value: '1' }];
      const page = await wire.search({ limit: 1, filterGroups: [{ filters }] });
      const right = page.status >= 400 && member(page.body, 'error') === UPSTREAM && isDetailed(page);
      return judge(right ? [] : [`${describe(page)}, details ${typeof member(page.body, 'details')}`], describe(page));
    },
  },
  {
    id: '7-3',
    states: 'A body that is no JSON, or of another shape, is refused.',
    async check({ wire }) {
      const seen = await Promise.all([
        wire.search('{"limit": '),
        wire.search({ limit: 'many' }),
        wire.batch('{"inputs": '),
        wire.batch({ inputs: 'all' }),
      ]);
      return judge(seen.filter(({ status }) => status < 400).map(describe), seen.map(describe).join('; '));
    },
  },
  {
    id: '7-4',
    states: 'Every error body is a JSON object with the text error and, but for 401 and 403, the text details.',
    check({ wire }) {
      const met = wire.exchanges.filter(({ status, operation }) => status >= 400 && operation);
      const wrong = met.filter((each) => {
        const { status, body } = each;
        if (!isFields(body) || typeof body['error'] !== 'string' || body['error'] === '') return true;
        return status !== 401 && status !== 403 && !isDetailed(each);
      });
      return judge(
        wrong.map((each) => `${describe(each)}: no such body`),
        `${met.length} errors of this run`,
      );
    },
  },
  {
    id: '7-5',
    states: '500 is "Internal Server Error", "An unexpected error occurred."',
    check: lookBack(500, 'Internal Server Error', 'An unexpected error occurred.'),
  },
  {
    id: '7-6',
    states: '503 is "Service temporarily busy", "Unable to process the request now; retry shortly."',
    check: lookBack(503, 'Service temporarily busy', 'Unable to process the request now; retry shortly.'),
  },
  {
    id: '7-7',
    states: 'No request that is valid fails for an unexpected reason.',
    check({ wire, survey }) {
      // What was sent wrong on purpose may be answered 500 by the list, which has no other word for it; so may a page larger than it gives.
      const refusedPage = survey.smallPages ? /[?&]limit=100(&|$)/ : undefined;
      const met = wire.exchanges.filter(
        ({ operation, status, target }) =>
          operation &&
          status >= 500 &&
          !/limit=(many|0|1000000)|no-cursor/.test(target) &&
          refusedPage?.test(target) !== true,
      );
      return met.length === 0 ? held(`${wire.exchanges.length} answers`) : judge(met.map(describe), '');
    },
  },
];
