/** `--data-dir`, resolved as in every host; a place that cannot hold data is wrong use. */
import { fail } from '../../../src/contract/errors.ts';
import { usage } from '#texts/terminal/cli.ts';
import { resolveDataDirectory } from '../../host/data-directory.ts';

/** @returns an absolute path that exists. @throws AppFailure `usage`, `disk-full` */
export function dataFolder(given: string | undefined): string {
  try {
    return resolveDataDirectory(given);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    if (code === 'ENOSPC') return fail({ code: 'disk-full' }, fault);
    return fail({ code: 'usage', detail: usage.dataFolder(given ?? '', code) }, fault);
  }
}
