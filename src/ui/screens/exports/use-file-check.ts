/** Checks one file at a time; a check that is left is cancelled. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, offerFile } from '#ui/data/client.ts';
import { isFailure } from '#ui/data/error-text.ts';
import { appInfo } from '#ui/data/queries.ts';
import { checkFileTexts as texts } from '#texts/exports/check-file.ts';
import { findExportFormat } from '#domain/export-formats.ts';

export function useFileCheck() {
  const { data: info } = useQuery(appInfo);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const check = useMutation({
    mutationFn: async (chosen: Chosen<File> | undefined) => {
      const mine = new AbortController();
      running.current = mine;
      try {
        const sent = chosen ? [chosen.file, ...chosen.beside] : [];
        // oxlint-disable-next-line no-await-in-loop -- the file comes before what belongs to it
        for (const file of sent) await offerFile(file, mine.signal, file.name);
        return await call('export.verify', {}, mine.signal);
      } catch (error) {
        if (mine.signal.aborted || isFailure(error, 'cancelled')) return null;
        throw error;
      }
    },
  });
  const refuse = (said: string) => {
    check.reset();
    setProblem(said);
  };
  return {
    /** Undefined: not known yet. */
    inPage: info && info.host === 'browser',
    answer: check.data ?? undefined,
    error: check.error,
    problem,
    isPending: check.isPending,
    refuse,
    /** In the page: of files that were dropped or chosen there. */
    takeFiles: (added: readonly File[]) => {
      const all = addFiles(files, added);
      setFiles(all);
      const choice = chooseAmong(all);
      if (!choice.ok) return refuse(choice.problem);
      setProblem(undefined);
      check.mutate(choice.value);
    },
    /** The program asks for the file itself. */
    chooseFile: () => check.mutate(undefined),
    cancel: () => running.current?.abort(),
    reset: () => {
      setFiles([]);
      setProblem(undefined);
      check.reset();
    },
  };
}

const MANIFEST = '.manifest.json';
const SIGNATURE = `${MANIFEST}.sig`;
/** Descriptions for other programs, which are not asked. */
const unasked = ['.datapackage.json', '.mail.html', '.plain.txt'];

/** Tells which of several chosen files is to be checked, and which belong beside it. */
interface Chosen<F extends { readonly name: string }> {
  readonly file: F;
  /** Its manifest and the signature of that, as far as they were chosen. */
  readonly beside: readonly F[];
}

type Choice<F extends { readonly name: string }> =
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
  // Without a manifest it is known by its hash, where this computer wrote it.
  if (!stranger) return { ok: true, value: { file, beside } };
  return {
    ok: false,
    problem: texts.otherManifest(stranger.name, file.name),
  };
}

function isChecked({ name }: { readonly name: string }): boolean {
  return ![MANIFEST, SIGNATURE, ...unasked].some((suffix) => name.endsWith(suffix));
}

/** Of a pack the manifest is within, and of a capsule, which is a page. */
function holdsItsOwn(name: string): boolean {
  return name.toLowerCase().endsWith('.zip') || findExportFormat(name) === 'html';
}
