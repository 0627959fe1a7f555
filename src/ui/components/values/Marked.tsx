/** A text with the words of the search marked in it, where a search is on screen. */
import { createContext, Fragment, useContext, useMemo } from 'react';
import { findMatches, listSearchWords } from '#domain/filter/search.ts';
import classes from './Marked.module.css';

const noWords: readonly string[] = [];
const SearchedWords = createContext(noWords);

export function SearchedText({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  const words = useMemo(() => listSearchWords(text), [text]);
  return <SearchedWords value={words}>{children}</SearchedWords>;
}

export function Marked({ text }: { readonly text: string }) {
  const words = useContext(SearchedWords);
  const stretches = words.length === 0 ? [] : findMatches(text, words);
  if (stretches.length === 0) return text;
  return (
    <>
      {stretches.map(([start, end], at) => (
        <Fragment key={start}>
          {text.slice(stretches[at - 1]?.[1] ?? 0, start)}
          <mark className={classes.mark}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(stretches.at(-1)?.[1])}
    </>
  );
}
