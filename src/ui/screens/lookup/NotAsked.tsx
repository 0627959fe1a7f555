/** What of a pasted text is not asked, with the reason of each number, and a way to ask it all the same. Folded where it is long. */
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { notAskedTexts } from '#texts/refusals.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '#ui/format/figures.ts';
import type { Lookup } from './use-lookup.ts';
import classes from './LookupScreen.module.css';

const texts = uiTexts.lookup;
/** As many need no folding. */
const FEW = 4;
/** More lines would block the page while they are drawn. */
const MOST_SHOWN = 300;

export function NotAsked({ notAsked, words, wish }: Pick<Lookup, 'notAsked' | 'words' | 'wish'>) {
  const summary = useRef<HTMLElement>(null);
  const all = notAsked.length + words.length;
  if (all === 0) return null;
  return (
    <details className={classes.notAsked} open={all <= FEW} data-testid="lookup-ignored">
      <summary ref={summary}>{texts.whyNot}</summary>
      {/* A long list scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.notAskedTexts} tabIndex={0} aria-label={texts.whyNot}>
        {notAsked.length > 0 && (
          <ul>
            {notAsked.slice(0, MOST_SHOWN).map(({ text, id, reason }) => (
              <li key={text} className={classes.candidate}>
                <span className={classes.number}>{text}</span>
                <span className={classes.reason}>{notAskedTexts[reason]}</span>
                {id !== undefined && (
                  <Button
                    size="compact-xs"
                    aria-label={texts.askToo(text)}
                    onClick={() => {
                      wish(text);
                      // The button goes with its line.
                      summary.current?.focus();
                    }}
                  >
                    {texts.askThis}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {notAsked.length > MOST_SHOWN && <p>{texts.more(count(notAsked.length - MOST_SHOWN))}</p>}
        {words.length > 0 && <p>{texts.ignored(count(words.length))}</p>}
        <ul className={classes.words}>
          {words.slice(0, MOST_SHOWN).map((text, at) => (
            <li key={at} title={text}>
              {text}
            </li>
          ))}
        </ul>
        {words.length > MOST_SHOWN && <p>{texts.more(count(words.length - MOST_SHOWN))}</p>}
      </section>
    </details>
  );
}
