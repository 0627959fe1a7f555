/** The checks by group, each with its open findings and what is at stake; people and behaviours beside them. */
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Output } from '../../../contract/api.ts';
import type { CheckSummary } from '../../../contract/checks.ts';
import { checkGroups } from '../../../domain/checks/check.ts';
import { findCheck } from '../../../domain/checks/checks.ts';
import { byStake } from '../../../domain/checks/order.ts';
import { chooseCurrency } from '../../../domain/reports/print/currency.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { Panel } from '../../components/frame/Panel.tsx';
import { Pending } from '../../components/states/Pending.tsx';
import { Tag } from '../../components/values/Tag.tsx';
import { count, figure } from '../../format/figures.ts';
import { figureUnit, inUnit } from '../../format/measured.ts';
import { usePrinting } from '../../format/use-printing.ts';
import { report } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { BEHAVIOUR, PEOPLE } from './model/check-view.ts';
import { toHours } from './model/format.ts';
import { peopleWithGaps } from '../../data/check-queries.ts';
import classes from './CheckScreen.module.css';

export interface CheckListProps {
  readonly run: Output<'checks.run'> | undefined;
  readonly chosen: string | undefined;
  readonly isOld: boolean;
  readonly onChoose: (check: string) => void;
}

export function CheckList({ run, chosen, isOld, onChoose }: CheckListProps) {
  const { data: people } = useQuery(peopleWithGaps);
  const workspace = useWorkspace();
  // With several currencies none may be named above all the amounts.
  const { data: money } = useQuery(report({ measures: ['billable_value'] }));
  const currency = money ? chooseCurrency(money, workspace.currency) : null;
  return (
    <Panel className={classes.list}>
      <p className={classes.listHead} title={texts.stakeOrder}>
        {currency ? `${currency} ` : ''}
        {texts.stakeHead}
        <span>{texts.openHead}</span>
      </p>
      <nav className={classes.scroll} aria-label={texts.list} data-old={isOld || undefined} aria-busy={!run || isOld}>
        {checkGroups.map((group) => (
          <section key={group} aria-label={texts.groups[group]}>
            <h2 className={classes.groupTitle}>{texts.groups[group]}</h2>
            <ul className={classes.entries}>
              {run
                ? run.checks
                    .filter(({ id }) => findCheck(id)?.group === group)
                    .toSorted(byStake)
                    .map((each) => (
                      <CheckEntry key={each.id} summary={each} isChosen={each.id === chosen} onChoose={onChoose} />
                    ))
                : Array.from({ length: 5 }, (_, at) => (
                    <li key={at} className={classes.pendingEntry}>
                      <Pending width="70%" />
                    </li>
                  ))}
              {group === 'time' && (
                <Entry id={PEOPLE} isChosen={chosen === PEOPLE} onChoose={onChoose} label={texts.people}>
                  {people && <Count open={people.people.filter(({ why }) => why !== 'unknown').length} />}
                </Entry>
              )}
              {group === 'data' && (
                <Entry id={BEHAVIOUR} isChosen={chosen === BEHAVIOUR} onChoose={onChoose} label={texts.behaviour} />
              )}
            </ul>
          </section>
        ))}
      </nav>
    </Panel>
  );
}

interface EntryProps {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: (check: string) => void;
  readonly children?: ReactNode;
}

function Entry({ id, label, isChosen, onChoose, children }: EntryProps) {
  const entry = useRef<HTMLButtonElement>(null);
  // A list a few lines high shows which check the findings belong to.
  useEffect(() => {
    if (isChosen) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li>
      <UnstyledButton
        ref={entry}
        className={classes.entry}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
        data-check={id}
      >
        <span className={classes.entryLabel} title={label}>
          {label}
        </span>
        {children}
      </UnstyledButton>
    </li>
  );
}

function Count({ open, isQuiet = open === 0 }: { readonly open: number; readonly isQuiet?: boolean }) {
  return (
    <span className={classes.entryCount} data-none={isQuiet || open === 0 || undefined}>
      {count(open)}
    </span>
  );
}

function CheckEntry({
  summary,
  isChosen,
  onChoose,
}: {
  readonly summary: CheckSummary;
  readonly isChosen: boolean;
  readonly onChoose: (check: string) => void;
}) {
  const { id, open, kind } = summary;
  return (
    <Entry id={id} label={checkTexts[id]?.short ?? checkTexts[id]?.label ?? id} isChosen={isChosen} onChoose={onChoose}>
      {kind === 'notice' ? <Tag>{texts.notice}</Tag> : open > 0 && <AtStake summary={summary} />}
      <Count open={open} isQuiet={kind === 'notice'} />
    </Entry>
  );
}

/** For a narrow column: whole amounts and tenths of an hour, or h:mm; the full figure in the tooltip. */
const FEW_DIGITS = 1;

/** Money where some is in question, else hours. */
function AtStake({ summary: { value, minutes } }: { readonly summary: CheckSummary }) {
  const workspace = useWorkspace();
  const printing = usePrinting();
  if (value !== null && value !== '0')
    return (
      <span className={classes.stake} title={`${inUnit('money', value, printing)} ${workspace.currency ?? ''}`.trim()}>
        {figure(value, 0)}
      </span>
    );
  if (minutes === null) return null;
  const hours = toHours(minutes);
  const few = { ...printing, hoursDigits: Math.min(FEW_DIGITS, printing.hoursDigits) };
  const unit = figureUnit('hours', printing, null);
  return (
    <span className={classes.stake} title={`${inUnit('hours', hours, printing)} ${unit}`.trim()}>
      {inUnit('hours', hours, few)} <span className="unit">{unit}</span>
    </span>
  );
}
