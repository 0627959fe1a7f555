/** Lists the checks by group with their open findings and amounts at stake, entries for people and behaviours, and checks without findings. */
import { Box, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Input, Output } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import { checkGroups } from '#domain/checks/check.ts';
import { findCheck } from '#domain/checks/checks.ts';
import { compareByStake } from '#domain/checks/stake.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Pending } from '#ui/components/states.tsx';
import { Tag } from '#ui/components/values.tsx';
import { count, figure } from '#ui/format/figures-and-times.ts';
import { figureUnit, formatAs } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { report, peopleWithGaps, settings, allFindings, useWorkspace } from '#ui/data/queries.ts';
import { BEHAVIOUR, PEOPLE, toHours } from './check-view.ts';
import { explainFailure } from '#ui/data/client.ts';
import { namePerson, useNames } from '#ui/names.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { formatLetter, groupIntoLetters, type Letter } from './messages.ts';
import { toUnits, type Units } from '#domain/decimal.ts';
import classes from './CheckScreen.module.css';

export interface CheckListProps {
  readonly run: Output<'checks.run'> | undefined;
  readonly chosen: string | undefined;
  readonly selection: Input<'checks.run'>;
  readonly isStale: boolean;
  readonly onChoose: (check: string) => void;
}

const isClear = ({ open, reviewed }: CheckSummary): boolean => open === 0 && reviewed === 0;

/** The time and data groups also have an entry that is not a check. */
const isEmptyGroup = (group: string, listed: readonly CheckSummary[] | undefined): boolean =>
  listed?.length === 0 && group !== 'time' && group !== 'data';

export function CheckList({ run, chosen, selection, isStale, onChoose }: CheckListProps) {
  const { data: people } = useQuery(peopleWithGaps());
  const workspace = useWorkspace();
  // With more than one currency, the head of the amounts names none.
  const { data: money } = useQuery(report({ measures: ['billable_value'] }));
  const currency = money ? chooseCurrency(money, workspace.currency) : null;
  const listed = run?.checks.filter((check) => !isClear(check) || check.id === chosen);
  const clear = run?.checks.filter((check) => isClear(check) && check.id !== chosen) ?? [];
  const most = (listed ?? []).reduce((size, check) => (measureStake(check) > size ? measureStake(check) : size), 0n);
  const inGroup = (group: string) =>
    listed?.filter(({ id }) => findCheck(id)?.group === group).toSorted(compareByStake);
  return (
    <Panel className={classes.list}>
      <Group
        component="p"
        align="stretch"
        justify="flex-end"
        wrap="nowrap"
        flex="none"
        pt="sm"
        px="lg"
        pb={2}
        fz={11}
        c="dimmed"
        title={texts.stakeOrder}
      >
        {currency ? `${currency} ` : ''}
        {texts.stakeHead}
        <span>{texts.openHead}</span>
      </Group>
      <nav
        className={classes.scroll}
        aria-label={texts.list}
        data-old={isStale || undefined}
        aria-busy={!run || isStale}
      >
        {checkGroups.map((group) => (
          <section
            key={group}
            aria-label={texts.groups[group]}
            data-none={isEmptyGroup(group, inGroup(group)) || undefined}
          >
            <h2 className={`caption ${classes.groupTitle}`}>{texts.groups[group]}</h2>
            <ul className={classes.entries}>
              {listed
                ? inGroup(group)?.map((check) => (
                    <CheckEntry
                      key={check.id}
                      summary={check}
                      most={most}
                      isChosen={check.id === chosen}
                      onChoose={onChoose}
                    />
                  ))
                : Array.from({ length: 5 }, (_, index) => (
                    <li key={index} className={classes.pendingEntry}>
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
        {clear.length > 0 && <ClearChecks checks={clear} onChoose={onChoose} />}
      </nav>
      {run && <MessagesButton checks={run.checks} selection={selection} />}
    </Panel>
  );
}

interface EntryProps {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: (check: string) => void;
  /** Width in percent of the longest bar; undefined for no bar. */
  readonly bar?: string | undefined;
  readonly children?: ReactNode;
}

function Entry({ id, label, isChosen, onChoose, bar, children }: EntryProps) {
  const entry = useRef<HTMLButtonElement>(null);
  // Keeps the selected check visible even if the list is only a few lines high.
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
        <Text span inherit truncate flex="1 1 0" title={label}>
          {label}
        </Text>
        {children}
        {bar !== undefined && (
          <i className={classes.stakeBar} style={{ width: bar }} aria-hidden data-testid="stake-bar" />
        )}
      </UnstyledButton>
    </li>
  );
}

/** Folds the checks without findings into one line; each can be opened to set its thresholds. */
function ClearChecks({
  checks,
  onChoose,
}: {
  readonly checks: readonly CheckSummary[];
  readonly onChoose: (check: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Box component="section" aria-label={texts.clear(count(checks.length))} py="sm">
      <UnstyledButton
        className={classes.clearButton}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        data-testid="clear-checks"
      >
        <Arrow size={13} stroke={1.8} aria-hidden />
        {texts.clear(count(checks.length))}
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.entries}>
          {checks.map(({ id }) => (
            <Entry key={id} id={id} label={findLabel(id)} isChosen={false} onChoose={onChoose}>
              <Count open={0} />
            </Entry>
          ))}
        </ul>
      )}
    </Box>
  );
}

const findLabel = (id: string): string => checkTexts[id]?.short ?? checkTexts[id]?.label ?? id;

function Count({ open, isQuiet = open === 0 }: { readonly open: number; readonly isQuiet?: boolean }) {
  return (
    <span className={classes.entryCount} data-none={isQuiet || open === 0 || undefined}>
      {count(open)}
    </span>
  );
}

function CheckEntry({
  summary,
  most,
  isChosen,
  onChoose,
}: {
  readonly summary: CheckSummary;
  /** The largest amount at stake, which has the longest bar. */
  readonly most: bigint;
  readonly isChosen: boolean;
  readonly onChoose: (check: string) => void;
}) {
  const { id, open, kind } = summary;
  return (
    <Entry
      id={id}
      label={findLabel(id)}
      isChosen={isChosen}
      onChoose={onChoose}
      bar={kind === 'list' ? formatBarWidth(measureStake(summary), most) : undefined}
    >
      {kind === 'notice' ? <Tag>{texts.notice}</Tag> : open > 0 && <AtStake summary={summary} />}
      <Count open={open} isQuiet={kind === 'notice'} />
    </Entry>
  );
}

/** The column is narrow, so it shows whole amounts and tenths of an hour, or h:mm; the tooltip has the full figure. */
const MAX_HOURS_DIGITS = 1;

/** Shows money if any is at stake, otherwise hours. */
function AtStake({ summary: { value, minutes } }: { readonly summary: CheckSummary }) {
  const workspace = useWorkspace();
  const printing = usePrintSettings();
  if (value !== null && value !== '0')
    return (
      <span
        className={classes.stake}
        title={`${formatAs('money', value, printing)} ${workspace.currency ?? ''}`.trim()}
      >
        {figure(value, 0)}
      </span>
    );
  if (minutes === null) return null;
  const hours = toHours(minutes);
  const rounded = { ...printing, hoursDigits: Math.min(MAX_HOURS_DIGITS, printing.hoursDigits) };
  const unit = figureUnit('hours', printing, null);
  return (
    <span className={classes.stake} title={`${formatAs('hours', hours, printing)} ${unit}`.trim()}>
      {formatAs('hours', hours, rounded)} <span className="unit">{unit}</span>
    </span>
  );
}

interface MessagesButtonProps {
  readonly checks: readonly CheckSummary[];
  readonly selection: Input<'checks.run'>;
}

/** Offers one message per person about the findings of all checks. */
function MessagesButton({ checks, selection }: MessagesButtonProps) {
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const printing = usePrintSettings();
  const [opened, setOpened] = useState(false);
  const { data: kept } = useQuery(settings);
  // A notice is a pattern of the data, not the mistake of one person.
  const openChecks = checks.filter(({ open, kind }) => open > 0 && kind === 'list').toSorted(compareByStake);
  const findings = useQuery({
    ...allFindings(
      selection,
      openChecks.map(({ id }) => id),
    ),
    enabled: opened,
  });
  const nameOfPerson = ({ ownerId }: Letter) => (ownerId === undefined ? texts.nobody : namePerson(nameOf, ownerId));
  const copy = (letter: Letter) => {
    const name = nameOfPerson(letter);
    const frame = { name, zone, directory, printing, recordAddress: kept?.recordAddress ?? null };
    writeToClipboard(formatLetter(letter, frame), texts.copied(name), texts.copyFailed);
  };
  if (openChecks.length === 0) return null;
  return (
    <div className={classes.messages}>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="top-start"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button variant="subtle" title={texts.messagesDetail} data-testid="messages">
            {texts.messages}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.people}>
          {findings.error && <Menu.Label>{explainFailure(findings.error).sentence}</Menu.Label>}
          {findings.isPending && <Menu.Label>{texts.messagesPending}</Menu.Label>}
          {groupIntoLetters(findings.data ?? []).map((letter) => (
            <Menu.Item key={letter.ownerId ?? ''} onClick={() => copy(letter)}>
              {texts.messageFor(nameOfPerson(letter), count(letter.findings))}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** A credit counts as much as the amount it reverses. */
export function measureStake({ value, open, kind }: Pick<CheckSummary, 'value' | 'open' | 'kind'>): Units {
  if (value === null || open === 0 || kind === 'notice') return 0n;
  const units = toUnits(value);
  return units < 0n ? -units : units;
}

/** @returns the width in percent of the longest bar, at least 1%; undefined if no money is known to be at stake */
export function formatBarWidth(size: Units, most: Units): string | undefined {
  if (size === 0n || most === 0n) return undefined;
  const percent = (100n * size) / most;
  return `${percent === 0n ? 1n : percent}%`;
}
