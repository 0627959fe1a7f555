/** Shows how many records follow each rule, so that people can judge what counts as an exception in their data. */
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
            <ShareBar follow={follow} total={of} />
            <Text span inherit className="figure" ta="right">
              {of > 0 && texts.behaviourShare(formatPercent(follow, of))}
            </Text>
            <span className={classes.behaviourMeans}>
              {of === 0 ? texts.behaviourNone : behaviourSentence(id, count(follow), count(of), 2 * follow > of)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Formats with one decimal, but never as 100.0 or 0.0 unless it is exact. */
export function formatPercent(part: number, total: number): string {
  const tenths = divideHalfEven(BigInt(part) * 1000n, BigInt(total));
  const inexact = tenths === 1000n && part < total ? 999n : tenths === 0n && part > 0 ? 1n : tenths;
  return figure(formatUnits(inexact * 10_000_000n), 1);
}

function ShareBar({ follow, total }: { readonly follow: number; readonly total: number }) {
  const width = total === 0 ? 0 : (follow / total) * 100;
  return (
    <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={classes.barTrack} width="100" height="8" />
      <rect className={classes.barFill} width={width} height="8" />
    </svg>
  );
}
