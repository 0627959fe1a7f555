/** Explains a figure beside its screen: what it is, what it rests on, and its records. */
import { ActionIcon, Button, Drawer } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowsUpDown, IconCheck, IconCopy, IconPin } from '@tabler/icons-react';
import { bridgeTexts } from '#texts/reports/bridge.ts';
import { explainTexts } from '#texts/reports/reports.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { pinTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Fact, Facts } from '../components/values/Facts.tsx';
import { localizeDecimal } from '../locale/forms.ts';
import { ExplainedRecords, type RecordSelection } from './ExplainedRecords.tsx';
import classes from './ExplainDrawer.module.css';

const texts = reportsTexts.explain;

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** A figure with everything that is known about it; a screen builds it, the drawer shows it. */
export interface Explained {
  /** `Billable value`. */
  readonly title: string;
  /** `Anna Keller · Week 40`; empty for a total. */
  readonly where: string;
  /** As printed. */
  readonly printed: string;
  readonly unit: string;
  /** All its digits; null: unknown. */
  readonly exact: string | null;
  readonly isSoFar: boolean;
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
  readonly records: RecordSelection;
}

export interface ExplainDrawerProps {
  /** Undefined: closed. */
  readonly explained: Explained | undefined;
  readonly onClose: () => void;
  /** Pins the figure to the Overview; undefined: it is of no report. */
  readonly onPin?: (() => void) | undefined;
  /** Shows why the figure moved; undefined: it is not compared, or no bridge explains it. */
  readonly onWhy?: (() => void) | undefined;
}

export function ExplainDrawer({ explained, onClose, onPin, onWhy }: ExplainDrawerProps) {
  return (
    <Drawer
      opened={explained !== undefined}
      onClose={onClose}
      size={480}
      title={texts.title}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {explained && <Explanation explained={explained} onPin={onPin} onWhy={onWhy} />}
    </Drawer>
  );
}

type ExplanationProps = { readonly explained: Explained } & Pick<ExplainDrawerProps, 'onPin' | 'onWhy'>;

function Explanation({ explained, onPin, onWhy }: ExplanationProps) {
  const { title, where, printed, unit, exact, isSoFar, facts, notes, records } = explained;
  const { first = [], basis = [] } = Object.groupBy(facts, ({ label }) => (asked.has(label) ? 'first' : 'basis'));
  return (
    <div data-testid="explain">
      <h3 className={classes.title}>
        {title} {where !== '' && <span className={classes.where}>{where}</span>}
      </h3>
      <p className={classes.figure}>
        <span className="figure" data-testid="explain-figure" data-exact={exact ?? undefined}>
          {printed}
        </span>
        {unit !== '' && <span className={classes.unit}>{unit}</span>}
        {isSoFar && <span className={classes.soFar}>{uiTexts.soFar}</span>}
        {exact !== null && <CopyExact exact={exact} />}
        {onPin && (
          <ActionIcon size={24} aria-label={pinTexts.pinFigure} title={pinTexts.pinFigure} onClick={onPin}>
            <IconPin size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </p>
      <FactList facts={first} />
      {onWhy && (
        <Button mt="xs" leftSection={<IconArrowsUpDown size={14} stroke={1.6} aria-hidden />} onClick={onWhy}>
          {bridgeTexts.open}
        </Button>
      )}
      {notes.length > 0 && (
        <ul className={classes.notes} aria-label={texts.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ExplainedRecords selection={records} where={where} />
      <h4 className={classes.basis}>{texts.basis}</h4>
      <FactList facts={basis} />
    </div>
  );
}

/** How it is computed and what changed is asked first, then by which records; on what it rests stands below these. */
const { labels } = explainTexts;
const asked: ReadonlySet<string> = new Set([
  labels.formula,
  labels.parts,
  labels.expected,
  labels.compared,
  labels.change,
]);

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Facts labels="narrow">
      {facts.map(({ label, text }) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </Facts>
  );
}

function CopyExact({ exact }: { readonly exact: string }) {
  const { copy, copied } = useClipboard();
  const label = copied ? uiTexts.copied : texts.copy;
  const text = localizeDecimal(exact);
  return (
    <ActionIcon size={24} aria-label={label} title={`${label}: ${text}`} onClick={() => copy(text)}>
      {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} stroke={1.6} aria-hidden />}
    </ActionIcon>
  );
}
