/** The Reports screen around one report: title band, the list of reports beside it, status. */
import type { ReactNode } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';
import { Screen } from '../../components/frame/Screen.tsx';
import { Seal } from '../../components/frame/Seal.tsx';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import classes from './ReportsScreen.module.css';

export interface ReportFrameProps {
  /** The list of reports, where there is room for it. */
  readonly aside: ReactNode;
  readonly period: { readonly from: string; readonly to: string } | undefined;
  readonly inView: number | undefined;
  readonly children: ReactNode;
}

export function ReportFrame({ aside, period, inView, children }: ReportFrameProps) {
  return (
    <Screen
      title={uiTexts.screens.reports.title}
      seal={<Seal period={period} />}
      actions={<RefreshButton />}
      records={{ inView }}
      fill
    >
      <div className={classes.frame} data-alone={aside === undefined || undefined}>
        {aside}
        <div className={classes.pane}>{children}</div>
      </div>
    </Screen>
  );
}
