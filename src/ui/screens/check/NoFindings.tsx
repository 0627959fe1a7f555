/** Nothing to look at, with what was examined: an empty list must not look like one that was never made. */
import type { Output } from '../../../contract/api.ts';
import type { CheckSummary } from '../../../contract/checks.ts';
import { checkScreenTexts as texts } from '../../../texts/en/checks.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { count } from '../../format/figures.ts';
import classes from './CheckScreen.module.css';

export function AllClear({ run }: { readonly run: Output<'checks.run'> | undefined }) {
  return (
    <Panel className={classes.whole}>
      {run && (
        <EmptyState title={texts.nothingAtAll} detail={`${texts.allClear} ${texts.examined(count(run.records))}.`} />
      )}
    </Panel>
  );
}

export function NoFindings({ summary, reviewed }: { readonly summary: CheckSummary; readonly reviewed: boolean }) {
  return reviewed ? (
    <EmptyState title={texts.nothingReviewed} detail={texts.nothingReviewedDetail} />
  ) : (
    <EmptyState title={texts.nothing} detail={texts.nothingDetail(count(summary.examined))} />
  );
}
