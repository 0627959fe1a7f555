/** What is asked for when a saved export is run on screen. */
import type { Input } from '#contract/api.ts';
import type { ListedExport } from '#contract/saved-exports.ts';

/** @param isInternal said with this run: where a client has a profile, a stored choice of internal use is not enough */
export function toRunInput({ id, due: [first] }: ListedExport, isInternal: boolean): Input<'exports.run'> {
  return { id, ...(first && { due: first.day }), ...(isInternal && { options: { audience: 'internal' } }) };
}

/** Whether a run that was refused can be said to be for internal use, as it was saved. */
export function mayBeInternal({ definition: { options } }: ListedExport): boolean {
  return options.audience === 'internal';
}
