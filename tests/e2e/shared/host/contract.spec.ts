import { api } from '#contract/api.ts';
import { appErrorSchema } from '#contract/errors.ts';
import { calls, methods, order } from '#tests/support/hosts/contract-calls.ts';
import { answerDialogs } from '#tests/e2e/support/host-calls.ts';
import { long, smoke } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('every method answers by the contract', long, async ({ host, dataDirectory }) => {
  test.slow();
  // A dialog needs a person: this one saves beside the data.
  await answerDialogs(host, `${dataDirectory}/export.csv`, `${dataDirectory}/export.csv.is-not-there`);

  const answers: Record<string, string> = {};
  for (const method of order) {
    const [input] = calls[method];
    const result = await host.call(method, input);
    if (result.ok) expect(() => api[method].output.parse(result.value), method).not.toThrow();
    else expect(() => appErrorSchema.parse(result.error), method).not.toThrow();
    answers[method] = result.ok ? 'ok' : result.error.code;
    // The key of a workspace is in no answer.
    expect(JSON.stringify(result), method).not.toContain('sample-key-for-invented');
  }
  expect(answers).toEqual(Object.fromEntries(order.map((method) => [method, calls[method][1]])));
});

test('no method takes what its schema does not have', long, async ({ reading }) => {
  for (const method of methods) {
    for (const wrong of [null, 'text', 7, [], { [method]: { deep: [] }, __proto__: null, columns: 1, limit: -1 }]) {
      const result = await reading.call(method, wrong);
      // Preferences are all optional: an object without any of them asks for no change.
      if (method === 'preferences.set' && typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong))
        continue;
      expect(result, `${method} of ${JSON.stringify(wrong)}`).toMatchObject({ ok: false, error: { code: 'usage' } });
    }
  }
});

test('there are no other methods', smoke, async ({ reading }) => {
  for (const method of [
    '',
    'app',
    'app.nothing',
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'app.info ',
  ]) {
    expect(await reading.call(method, {}), method).toMatchObject({ ok: false, error: { code: 'usage' } });
  }
});
