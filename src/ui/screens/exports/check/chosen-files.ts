/** Tells which of several chosen files is to be checked, and which belong beside it. */
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { findExportFormat } from '../../../../domain/export-formats.ts';

const MANIFEST = '.manifest.json';
const SIGNATURE = `${MANIFEST}.sig`;
/** Descriptions for other programs, which are not asked. */
const unasked = ['.datapackage.json', '.plain.txt'];

export interface Chosen<F extends { readonly name: string }> {
  readonly file: F;
  /** Its manifest and the signature of that, as far as they were chosen. */
  readonly beside: readonly F[];
}

export type Choice<F extends { readonly name: string }> =
  { readonly ok: true; readonly value: Chosen<F> } | { readonly ok: false; readonly problem: string };

/** @param before what was chosen until now: a manifest may come after its file */
export function addFiles<F extends { readonly name: string }>(before: readonly F[], added: readonly F[]): F[] {
  // Another file begins anew.
  if (added.some(isChecked)) return [...added];
  const names = new Set(added.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...added];
}

export function chooseAmong<F extends { readonly name: string }>(files: readonly F[]): Choice<F> {
  const [file, other] = files.filter(isChecked);
  if (!file) return { ok: false, problem: texts.noFileAmong(files[0]?.name ?? '') };
  if (other) return { ok: false, problem: texts.several(file.name, other.name) };
  const beside = [MANIFEST, SIGNATURE].flatMap((suffix) => files.find(({ name }) => name === file.name + suffix) ?? []);
  const hasManifest = beside.some(({ name }) => name.endsWith(MANIFEST));
  if (hasManifest || holdsItsOwn(file.name)) return { ok: true, value: { file, beside } };
  const stranger = files.find(({ name }) => name.endsWith(MANIFEST));
  return {
    ok: false,
    problem: stranger ? texts.otherManifest(stranger.name, file.name) : texts.needsManifest(file.name),
  };
}

function isChecked({ name }: { readonly name: string }): boolean {
  return ![MANIFEST, SIGNATURE, ...unasked].some((suffix) => name.endsWith(suffix));
}

/** Of a pack and a capsule the manifest is within. */
function holdsItsOwn(name: string): boolean {
  return name.toLowerCase().endsWith('.zip') || findExportFormat(name) === 'capsule';
}
