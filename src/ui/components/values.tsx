/** How single values are drawn: tags, amounts, facts with their labels, and texts with the searched words marked. */
import { type ReactNode, Fragment, createContext, useContext, useMemo } from 'react';
import { amountTexts } from '#texts/reports/reports.ts';
import { findMatches, listSearchWords } from '#domain/filter/search.ts';
import classes from './components.module.css';

export function Tag({
  tone = 'quiet',
  children,
}: {
  readonly tone?: 'quiet' | 'warn' | 'good';
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

/** Amounts of several currencies. Lines break only between two amounts. */
export function Amounts({ amounts }: { readonly amounts: readonly string[] }) {
  return (
    <span className={classes.amounts} data-amounts>
      {amounts.map((amount, index) => {
        const isLast = index === amounts.length - 1;
        return (
          <Fragment key={amount}>
            <span className={classes.amount}>{isLast ? amount : `${amount}${amountTexts.separator}`.trimEnd()}</span>
            {isLast ? '' : ' '}
          </Fragment>
        );
      })}
    </span>
  );
}

/** What is to be known about figures, below them. */
export function Notes({ label, notes }: { readonly label: string; readonly notes: readonly string[] }) {
  return (
    <ul className={classes.notes} aria-label={label}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

interface FactsProps {
  readonly labels: 'narrow' | 'middle' | 'wide';
  readonly children: ReactNode;
}

export function Facts({ labels, children }: FactsProps) {
  return (
    <dl className={classes.facts} data-labels={labels}>
      {children}
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  /** On hover over the label. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function Fact({ label, title, children }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt title={title}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const noWords: readonly string[] = [];
const SearchedWords = createContext(noWords);

export function SearchedText({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  const words = useMemo(() => listSearchWords(text), [text]);
  return <SearchedWords value={words}>{children}</SearchedWords>;
}

/** Marks the searched words in a text, where the screen has a search. */
export function Marked({ text }: { readonly text: string }) {
  const words = useContext(SearchedWords);
  const matches = words.length === 0 ? [] : findMatches(text, words);
  if (matches.length === 0) return text;
  return (
    <>
      {matches.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(matches[index - 1]?.[1] ?? 0, start)}
          <mark className={classes.mark}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(matches.at(-1)?.[1])}
    </>
  );
}
