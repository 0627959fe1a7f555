/** Section 7: error bodies. The last rules check every response of the run so far. */
import { describe, isObject, getMember } from '../answers.ts';
import { reportHeld, judge, reportUntried, type Rule, type Run, type Verdict } from '../rule.ts';
import type { Exchange } from '../client.ts';

const UPSTREAM = 'Upstream API Error';

function isDetailed({ body }: Exchange): boolean {
  return typeof getMember(body, 'details') === 'string' && getMember(body, 'details') !== '';
}

/** @returns the deviations of an error body from the interface's table. */
function findBodyProblems(exchange: Exchange, error: string, details: string): string[] {
  const isValid = getMember(exchange.body, 'error') === error && getMember(exchange.body, 'details') === details;
  return isValid ? [] : [`${describe(exchange)}, details ${JSON.stringify(getMember(exchange.body, 'details'))}`];
}

function createResponseCheck(status: number, error: string, details: string): (run: Run) => Verdict {
  return ({ client }) => {
    const exchanges = client.exchanges.filter((exchange) => exchange.operation && exchange.status === status);
    // Upstream errors may have any status.
    const tableErrors = exchanges.filter(({ body }) => getMember(body, 'error') !== UPSTREAM);
    if (tableErrors.length === 0) return reportUntried(`no answer of this run was ${status}`);
    return judge(
      tableErrors.flatMap((exchange) => findBodyProblems(exchange, error, details)),
      `${tableErrors.length} answers`,
    );
  };
}

export const errors: readonly Rule[] = [
  {
    id: '7-1',
    states: '401 has the error "Invalid API key" and no details.',
    async check({ client }) {
      const { body, ...page } = await client.list('', { authorization: null });
      const isValid = isObject(body) && body['error'] === 'Invalid API key' && !('details' in body);
      return judge(isValid ? [] : [describe({ ...page, body })], JSON.stringify(body) ?? page.text);
    },
  },
  {
    id: '7-2',
    states: `A search that the upstream refuses is answered with "${UPSTREAM}", and the upstream's error as text in details.`,
    async check({ client }) {
      const filters = [{ propertyName: 'sys_object_id', operator: 'NO_SUCH_OPERATOR', value: '1' }];
      const page = await client.search({ limit: 1, filterGroups: [{ filters }] });
      const isValid = page.status >= 400 && getMember(page.body, 'error') === UPSTREAM && isDetailed(page);
      return judge(
        isValid ? [] : [`${describe(page)}, details ${typeof getMember(page.body, 'details')}`],
        describe(page),
      );
    },
  },
  {
    id: '7-3',
    states: 'A body that is not JSON, or has the wrong shape, is refused.',
    async check({ client }) {
      const exchanges = await Promise.all([
        client.search('{"limit": '),
        client.search({ limit: 'many' }),
        client.batch('{"inputs": '),
        client.batch({ inputs: 'all' }),
      ]);
      return judge(exchanges.filter(({ status }) => status < 400).map(describe), exchanges.map(describe).join('; '));
    },
  },
  {
    id: '7-4',
    states: 'Every error body is a JSON object with the string error and, except for 401 and 403, the string details.',
    check({ client }) {
      const exchanges = client.exchanges.filter(({ status, operation }) => status >= 400 && operation);
      const invalid = exchanges.filter((exchange) => {
        const { status, body } = exchange;
        if (!isObject(body) || typeof body['error'] !== 'string' || body['error'] === '') return true;
        return status !== 401 && status !== 403 && !isDetailed(exchange);
      });
      return judge(
        invalid.map((exchange) => `${describe(exchange)}: no such body`),
        `${exchanges.length} errors of this run`,
      );
    },
  },
  {
    id: '7-5',
    states: '500 is "Internal Server Error", "An unexpected error occurred."',
    check: createResponseCheck(500, 'Internal Server Error', 'An unexpected error occurred.'),
  },
  {
    id: '7-6',
    states: '503 is "Service temporarily busy", "Unable to process the request now; retry shortly."',
    check: createResponseCheck(503, 'Service temporarily busy', 'Unable to process the request now; retry shortly.'),
  },
  {
    id: '7-7',
    states: 'No valid request fails for an unexpected reason.',
    check({ client, survey }) {
      // The list may respond with 500 to deliberately wrong requests and to pages larger than it allows, because the interface gives it no other error.
      const refusedPage = survey.smallPages ? /[?&]limit=100(&|$)/ : undefined;
      const exchanges = client.exchanges.filter(
        ({ operation, status, target }) =>
          operation &&
          status >= 500 &&
          !/limit=(many|0|1000000)|no-cursor/.test(target) &&
          refusedPage?.test(target) !== true,
      );
      return exchanges.length === 0
        ? reportHeld(`${client.exchanges.length} answers`)
        : judge(exchanges.map(describe), '');
    },
  },
];
