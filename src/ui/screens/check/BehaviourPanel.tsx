/** Shows how the data behaves: the rules its records follow, measured before anything is called different. */
import { Text } from '@mantine/core';
import type { Output } from '#contract/api.ts';
import { divideHalfEven, formatUnits } from '#domain/decimal.ts';
import { behaviourSentence, behaviourTexts } from '#texts/screens/check-findings.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { count, figure } from '#ui/format/figures-and-times.ts';
import classes from './CheckScreen.module.css';

export function BehaviourPanel({ run }: { readonly run: Output<'checks.run'> | undefined }) {
  return (
    <Panel className={classes.whole} title={texts.behaviour} sub={texts.behaviourSub}>
      <ul className={classes.behaviours}>
        {run?.behaviours.map(({ id, of, follow }) => (
          <li key={id} className={classes.behaviour}>
            <Text span inherit fw={600}>
              {behaviourTexts[id]?.label ?? id}
            </Text>
            <ShareBar follow={follow} of={of} />
            <span className={`figure ${classes.behaviourShare}`}>
              {of > 0 && texts.behaviourShare(percent(follow, of))}
            </span>
            <span className={classes.behaviourMeans}>
              {of === 0 ? texts.behaviourNone : behaviourSentence(id, count(follow), count(of), 2 * follow > of)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** One decimal; never 100.0 while one departs, never 0.0 while one follows. */
export function percent(part: number, whole: number): string {
  const tenths = divideHalfEven(BigInt(part) * 1000n, BigInt(whole));
  const kept = tenths === 1000n && part < whole ? 999n : tenths === 0n && part > 0 ? 1n : tenths;
  return figure(formatUnits(kept * 10_000_000n), 1);
}

/** A share as a bar: its length shows the figure beside it. */
function ShareBar({ follow, of }: { readonly follow: number; readonly of: number }) {
  const width = of === 0 ? 0 : (follow / of) * 100;
  return (
    <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={classes.barTrack} width="100" height="8" />
      <rect className={classes.barFill} width={width} height="8" />
    </svg>
  );
}
