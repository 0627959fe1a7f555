/** The coverage seal: whether the figures are complete, as of when, and which months are not. */
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { uiTexts } from '#texts/screens/ui.ts';
import { sealDetail, judgeSeal, sealText } from '../coverage/seal.ts';
import { useHeldMonths } from '../coverage/months.ts';
import { dataStatus, syncState } from '../data/queries.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import classes from './components.module.css';

export interface SealProps {
  /** The days the figures cover; without them, all of time. */
  readonly period?: { readonly from: string; readonly to: string } | undefined;
}

export function Seal({ period }: SealProps) {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const { data: sync } = useQuery(syncState);
  const held = useHeldMonths({ enabled: status?.complete === false });
  if (!status) return null;
  const seal = judgeSeal(status, period, held);
  const text = seal.kind === 'empty' && sync?.running ? uiTexts.seal.downloading : sealText(seal, workspace);
  const pill = (
    <span className={classes.seal} data-kind={seal.kind} data-testid="seal">
      <span className={classes.sealMark} aria-hidden />
      {text}
    </span>
  );
  const detail = sealDetail(seal);
  return detail !== undefined ? (
    <Tooltip label={detail} multiline maw={280}>
      {pill}
    </Tooltip>
  ) : (
    pill
  );
}
