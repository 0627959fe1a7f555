/** Polite callers of several instances, before a CRM with limits of its own: all are served, and the CRM hardly ever has to say no. */
import { withPostgres } from '../edges/on-postgres.ts';
import { judge, type Result } from '../edges/result.ts';
import { askPolitely } from './asking.ts';
import { startCrm, type LimitStyle } from './fake-crm.ts';

export interface PacingSize {
  readonly style: LimitStyle;
  readonly instances: number;
  readonly callers: number;
  readonly each: number;
  readonly limit: { readonly count: number; readonly seconds: number };
}

export async function tryPacing({ style, instances, callers, each, limit }: PacingSize): Promise<Result> {
  const crm = await startCrm({ limit: { style, ...limit } });
  try {
    return await withPostgres(async ({ start, key }) => {
      const options = ['--upstream', crm.url, '--call-limit', `${limit.count}/${limit.seconds}`];
      const services = await Promise.all(Array.from({ length: instances }, () => start(options, 'token')));
      const urlOf = (n: number) => services[n % instances]?.url ?? '';
      const began = performance.now();
      const refusals = await Promise.all(
        Array.from({ length: callers }, (_, caller) => askPolitely(() => urlOf(caller), key, each)),
      );
      const seconds = (performance.now() - began) / 1_000;
      const wanted = callers * each;
      const perAnswer = crm.calls / wanted;
      const part = crm.refused / crm.calls;
      return judge(
        `${wanted} answers for ${callers} callers of ${instances} instances, a CRM with ${limit.count} calls in ${limit.seconds} s (${style}): all served in ${seconds.toFixed(0)} s with ${perAnswer.toFixed(3)} calls each, ${(part * 100).toFixed(1)} % of them 429; ${refusals.reduce((sum, one) => sum + one, 0)} times a caller was told to come back`,
        [perAnswer <= 1.05, `${perAnswer.toFixed(2)} calls for an answer`],
        [part <= 0.01, `${crm.refused} of ${crm.calls} calls were refused`],
      );
    });
  } finally {
    crm.close();
  }
}
