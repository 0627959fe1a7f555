/** However many ask at once, of one instance or of two, the CRM gets no more than it takes. */
import { withPostgres } from './on-postgres.ts';
import { judge, type Result } from './result.ts';
import { startBefore, type EdgeService } from './service.ts';
import { ask, isServed, isToldToReturn, startWatchedPlatform, type WatchedPlatform } from './watched-platform.ts';

/** Callers spread over the instances, all at once. @param searching the share of searches */
async function crowd(
  platform: WatchedPlatform,
  services: readonly EdgeService[],
  callers: number,
  searching: number,
): Promise<Result> {
  const each = services.map(async (service) => {
    const own = callers / services.length;
    return Promise.all(Array.from({ length: own }, (_, n) => ask(service, n < own * searching)));
  });
  const answers = await Promise.all(each);
  const all = answers.flat();
  const served = all.filter(isServed).length;
  const refused = all.filter(isToldToReturn).length;
  const { told, checks } = platform.judge();
  const spread = services.length === 1 ? '' : ` of ${services.length} instances on PostgreSQL`;
  const shares = answers.map((own) => own.filter(isServed).length);
  return judge(
    `${callers} callers at once${spread}, ${searching * 100} % searching: ${shares.join(' + ')} served, ${refused} told to come back; ${told}`,
    [served + refused === callers, 'others were answered otherwise'],
    [Math.min(...shares) * 3 > Math.max(...shares), `one instance served ${Math.max(...shares)} of ${served}`],
    ...checks,
  );
}

export async function tryCrowd(callers: number, searching: number): Promise<Result> {
  const platform = await startWatchedPlatform();
  const service = await startBefore(platform);
  const result = await crowd(platform, [service], callers, searching);
  await service.terminate();
  platform.close();
  return result;
}

export async function tryCrowdOfTwo(callers: number, searching: number): Promise<Result> {
  const platform = await startWatchedPlatform();
  try {
    return await withPostgres(async ({ start }) => {
      const before = () => start(['--upstream', platform.url], 'token');
      const services = [await before(), await before()];
      return crowd(platform, services, callers, searching);
    });
  } finally {
    platform.close();
  }
}
