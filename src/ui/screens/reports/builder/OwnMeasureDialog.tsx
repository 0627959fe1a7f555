/** Edits a person's own measure, a name and a formula, and shows its result or its error while it is typed. */
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { operandFinder } from '#domain/reports/definition/measures.ts';
import { parseFormula, printFormula } from '#domain/reports/definition/formula.ts';
import { readNewMeasure, readOwnMeasure, readOwnName } from '#domain/reports/definition/own-measure.ts';
import { ownFormulaTexts } from '#texts/reports/own-measures.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
import { PickList } from './PickList.tsx';
import type { PickGroup } from './offers.ts';
import classes from './OwnMeasureDialog.module.css';

const texts = reportsTexts.own;

export interface OwnMeasureDialogProps {
  /** The measure that is edited; undefined for a new one. */
  readonly editedId: string | undefined;
  /** Ids of the report's other measures. */
  readonly others: readonly string[];
  /** Measures that a formula may name. */
  readonly groups: readonly PickGroup[];
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

export function OwnMeasureDialog({ editedId, others, groups, onDone, onClose }: OwnMeasureDialogProps) {
  useFocusReturn();
  const existing = editedId === undefined ? undefined : readOwnName(editedId);
  const [name, setName] = useState(existing?.name ?? '');
  const [formula, setFormula] = useState(existing ? writeWithLabels(existing.formula) : '');
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const read = name.trim() === existing?.name ? readOwnMeasure : readNewMeasure;
  const answer = read({ name: name.trim(), formula }, operandFinder);
  const isTaken = others.some((id) => readOwnName(id)?.name.toLowerCase() === name.trim().toLowerCase());
  const problem = isTaken ? texts.taken(name.trim()) : answer.ok ? undefined : toSentence(answer.problem);
  // A field that is still empty is not an error yet.
  const isShown = isSubmitted || (name.trim() !== '' && formula.trim() !== '');
  const insert = (id: string) => {
    const { selectionStart = formula.length, selectionEnd = formula.length } = field.current ?? {};
    const text = writeWithLabels(id);
    const [before, after] = [formula.slice(0, selectionStart), formula.slice(selectionEnd)];
    const start = before === '' || /[\s(]$/.test(before) ? before : `${before} `;
    setFormula(`${start}${text}${after}`);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(start.length + text.length, start.length + text.length);
    });
  };
  return (
    <Modal opened onClose={onClose} title={editedId === undefined ? texts.add : texts.change} size={520}>
      <Stack
        component="form"
        gap="md"
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (problem === undefined && answer.ok) onDone(answer.measure.id);
        }}
      >
        <TextInput
          label={texts.name}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          ref={field}
          label={texts.formula}
          description={texts.formulaHint}
          value={formula}
          maxLength={400}
          rows={2}
          onChange={(event) => setFormula(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <output className={classes.result} data-wrong={(isShown && problem !== undefined) || undefined}>
          {!isShown
            ? texts.example
            : (problem ?? (answer.ok ? texts.result(ownFormulaTexts.results[answer.measure.unit]) : ''))}
        </output>
        <div className={classes.offers}>
          <PickList label={texts.insert} groups={groups} chosen={[]} onPick={insert} />
        </div>
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="filled">
            {uiTexts.apply}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const toSentence = (problem: string) => `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}.`;

/** Writes a formula as people read it, with the label of a measure unless it names another one. */
function writeWithLabels(formula: string): string {
  const parsed = parseFormula(formula);
  if (!parsed.ok) return formula;
  return printFormula(parsed.formula, (id) => {
    const label = operandFinder.byId(id)?.label;
    return label !== undefined && operandFinder.byLabel(label)?.id === id ? `[${label}]` : id;
  });
}
