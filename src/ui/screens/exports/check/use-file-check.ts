/** Checks one file at a time; a check that is left is cancelled. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, offerFile } from '../../../data/client.ts';
import { isFailure } from '../../../data/error-text.ts';
import { appInfo } from '../../../data/queries.ts';
import { addFiles, chooseAmong, type Chosen } from './chosen-files.ts';

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
