/** The day's limit beside what was spent: assumed until the user enters the real one. */
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { dataTexts } from '#texts/screens/data.ts';
import { Disclosure } from '#ui/components/controls/Disclosure.tsx';
import { count } from '#ui/format/figures.ts';
import { readCount } from '#ui/locale/forms.ts';
import { fieldProblem } from '../settings/field-problem.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { useSaveSetting } from '../settings/use-save-setting.ts';
import classes from './DataScreen.module.css';

const texts = dataTexts.tiles;

export function QuotaLimit({ limit }: { readonly limit: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      label={texts.limitLabel}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <UnstyledButton
          className={classes.of}
          aria-label={texts.changeLimit(count(limit))}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          data-testid="quota-limit"
        >
          / {count(limit)}
        </UnstyledButton>
      }
    >
      <LimitForm limit={limit} onDone={() => setOpened(false)} />
    </Disclosure>
  );
}

function LimitForm({ limit, onDone }: { readonly limit: number; readonly onDone: () => void }) {
  const [text, setText] = useState(String(limit));
  const { save, problem: refused, isPending } = useSaveSetting('quotaLimit', settingsTexts.quotaLimit.label, count);
  const value = readCount(text) ?? Number.NaN;
  const problem = fieldProblem('quotaLimit', value) ? texts.limitBad : refused;
  return (
    <form
      className={classes.limit}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) save(value, onDone);
      }}
    >
      <TextInput
        label={texts.limitLabel}
        inputMode="numeric"
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="quiet">{texts.limitHelp}</p>
      <Button type="submit" variant="filled" disabled={problem !== undefined} loading={isPending}>
        {texts.keepLimit}
      </Button>
    </form>
  );
}
