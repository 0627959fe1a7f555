/** Checks one file at a time; unmounting cancels the check. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, offerFile, isFailure } from '#ui/data/client.ts';
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
      const controller = new AbortController();
      running.current = controller;
      try {
        const sent = chosen ? [chosen.file, ...chosen.companions] : [];
        // oxlint-disable-next-line no-await-in-loop -- the file comes before its companions
        for (const file of sent) await offerFile(file, controller.signal, file.name);
        return await call('export.verify', {}, controller.signal);
      } catch (error) {
        if (controller.signal.aborted || isFailure(error, 'cancelled')) return null;
        throw error;
      }
    },
  });
  const reject = (sentence: string) => {
    check.reset();
    setProblem(sentence);
  };
  return {
    /** Whether the page rather than the program receives the file; undefined until known. */
    inPage: info && info.host === 'browser',
    answer: check.data ?? undefined,
    error: check.error,
    problem,
    isPending: check.isPending,
    reject,
    takeFiles: (added: readonly File[]) => {
      const all = addFiles(files, added);
      setFiles(all);
      const choice = chooseAmong(all);
      if (!choice.ok) return reject(choice.problem);
      setProblem(undefined);
      check.mutate(choice.value);
    },
    /** Lets the program ask for the file. */
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
/** Companions for other programs, which are not checked. */
const ignored = ['.datapackage.json', '.mail.html', '.plain.txt'];

interface Chosen<F extends { readonly name: string }> {
  readonly file: F;
  /** The file's manifest and the manifest's signature, if they were chosen. */
  readonly companions: readonly F[];
}

type Choice<F extends { readonly name: string }> =
  { readonly ok: true; readonly value: Chosen<F> } | { readonly ok: false; readonly problem: string };

/** @param before the files chosen so far, because a manifest may follow its file */
export function addFiles<F extends { readonly name: string }>(before: readonly F[], added: readonly F[]): F[] {
  // A new file to check replaces all earlier ones.
  if (added.some(isChecked)) return [...added];
  const names = new Set(added.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...added];
}

export function chooseAmong<F extends { readonly name: string }>(files: readonly F[]): Choice<F> {
  const [file, secondFile] = files.filter(isChecked);
  if (!file) return { ok: false, problem: texts.noFileAmong(files[0]?.name ?? '') };
  if (secondFile) return { ok: false, problem: texts.several(file.name, secondFile.name) };
  const companions = [MANIFEST, SIGNATURE].flatMap(
    (suffix) => files.find(({ name }) => name === file.name + suffix) ?? [],
  );
  const hasManifest = companions.some(({ name }) => name.endsWith(MANIFEST));
  if (hasManifest || hasManifestInside(file.name)) return { ok: true, value: { file, companions } };
  const otherManifest = files.find(({ name }) => name.endsWith(MANIFEST));
  // Without a manifest, the hash identifies a file that this computer wrote.
  if (!otherManifest) return { ok: true, value: { file, companions } };
  return {
    ok: false,
    problem: texts.otherManifest(otherManifest.name, file.name),
  };
}

function isChecked({ name }: { readonly name: string }): boolean {
  return ![MANIFEST, SIGNATURE, ...ignored].some((suffix) => name.endsWith(suffix));
}

/** Packs and HTML pages contain their manifest. */
function hasManifestInside(name: string): boolean {
  return name.toLowerCase().endsWith('.zip') || findExportFormat(name) === 'html';
}
