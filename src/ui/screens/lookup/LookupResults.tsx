/** The answer of a look-up: found, missing and failed, each counted, the latter two for copying. */
import { Button, CopyButton, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../contract/api.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { count } from '../../format/figures.ts';
import { FoundTable } from './FoundTable.tsx';
import classes from './LookupScreen.module.css';

type Result = Output<'lookup.run'>;
type Part = 'found' | 'missing' | 'failed';
const parts: readonly Part[] = ['found', 'missing', 'failed'];
const texts = uiTexts.lookup;

export function LookupResults({ result, zone }: { readonly result: Result; readonly zone: string }) {
  const failedIds = result.failed.flatMap(({ ids }) => ids);
  const counts = { found: result.found.length, missing: result.missing.length, failed: failedIds.length };
  const [part, setPart] = useState<Part>(counts.found === 0 && counts.missing > 0 ? 'missing' : 'found');
  return (
    <>
      <header className={classes.head}>
        <SegmentedControl
          aria-label={texts.sum(count(counts.found), count(counts.missing), count(counts.failed))}
          value={part}
          onChange={(value) => setPart(parts.find((each) => each === value) ?? 'found')}
          data={parts.map((each) => ({ value: each, label: `${texts[each]} ${count(counts[each])}` }))}
        />
        <output className={classes.spent} data-testid="lookup-sum">
          {texts.sum(count(counts.found), count(counts.missing), count(counts.failed))} ·{' '}
          {texts.spent(count(result.requestsUsed))} · {texts.live}
        </output>
      </header>
      {part === 'found' && <FoundTable found={result.found} zone={zone} />}
      {part === 'missing' && <IdList ids={result.missing} copy={texts.copyMissing} testId="lookup-missing" />}
      {part === 'failed' && (
        <IdList
          ids={failedIds}
          copy={texts.copyFailed}
          testId="lookup-failed"
          reasons={
            new Map(
              result.failed.flatMap(({ ids, category, message }) => ids.map((id) => [id, `${category}: ${message}`])),
            )
          }
        />
      )}
    </>
  );
}

interface IdListProps {
  readonly ids: readonly string[];
  readonly copy: string;
  readonly testId: string;
  readonly reasons?: ReadonlyMap<string, string>;
}

function IdList({ ids, copy, testId, reasons }: IdListProps) {
  if (ids.length === 0) return <EmptyState title={texts.noneMissing} />;
  return (
    <>
      {/* A long list scrolls and has no tab stops of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.scroll} tabIndex={0} aria-label={copy}>
        <ul className={classes.list} data-testid={testId}>
          {ids.map((id) => (
            <li key={id} className={classes.line}>
              {id} {reasons && <span className="quiet">{reasons.get(id)}</span>}
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.foot}>
        <CopyButton value={ids.join('\n')}>
          {({ copied, copy: copyNow }) => <Button onClick={copyNow}>{copied ? uiTexts.copied : copy}</Button>}
        </CopyButton>
      </div>
    </>
  );
}
