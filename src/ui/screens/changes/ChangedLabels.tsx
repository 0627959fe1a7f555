/** Lists the names and settings that differ between the two moments. */
import { nameByKind } from '#domain/reports/keys/key-text.ts';
import { PERSON } from '#domain/properties.ts';
import { parseObjectKey } from '#domain/people/directory.ts';
import type { Output } from '#contract/api.ts';
import { changeTexts as texts } from '#texts/reports/changes.ts';
import { changesScreenTexts } from '#texts/screens/changes.ts';
import { count } from '#ui/format/figures-and-times.ts';
import classes from './ChangesScreen.module.css';

type Labels = Output<'memory.changes'>['labels'];

export function ChangedLabels({ labels, total }: { readonly labels: Labels; readonly total: number }) {
  if (labels.length === 0) return null;
  return (
    <details className={classes.labels} data-testid="changed-labels">
      <summary>{changesScreenTexts.labels(count(total))}</summary>
      <ul>
        {labels.map(({ entry, fields }) => (
          <li key={entry}>
            {nameEntry(entry)}:{' '}
            {fields
              .map(
                ({ name, before, after }) => `${labelField(name)} ${texts.change(readCell(before), readCell(after))}`,
              )
              .join(' · ')}
          </li>
        ))}
        {total > labels.length && <li>{texts.moreLabels(count(total - labels.length))}</li>}
      </ul>
    </details>
  );
}

function nameEntry(entry: string): string {
  const [kind, rest] = [entry.slice(0, entry.indexOf(':')), entry.slice(entry.indexOf(':') + 1)];
  if (kind === 'object') return nameByKind(parseObjectKey(rest));
  return kind === 'person' ? nameByKind({ type: PERSON, id: rest }) : texts.entry(texts.entryKinds.setting, rest);
}

const labelField = (name: string) => Object.entries(texts.fields).find(([field]) => field === name)?.[1] ?? name;

/** Reads a field, which is stored as JSON. */
function readCell(cell: string | null): string | null {
  if (cell === null || cell === 'null') return null;
  return cell.startsWith('"') ? cell.slice(1, -1) : cell;
}
