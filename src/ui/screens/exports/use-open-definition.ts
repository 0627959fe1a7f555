/** Saves the definition of a file; what is wrong with it is shown with its place in the file. */
import { notifications } from '@mantine/notifications';
import { exportDefinitionSchema } from '../../../domain/exports/definition.ts';
import { describeIssue } from '../../../domain/schema-problem.ts';
import { exportsScreenTexts as texts } from '#texts/exports/screen.ts';
import { failureText } from '../../data/error-text.ts';
import type { SavedExports } from '../../exporting/use-saved-exports.ts';
import { freeName } from '../reports/library/free-name.ts';

/** A definition is a page of text. */
const MOST_BYTES = 200_000;
const REFUSED = 'definition-refused';

export function useOpenDefinition({ exports = [], save }: SavedExports): (file: File) => void {
  return (file) => {
    notifications.hide(REFUSED);
    const taken = exports.map(({ definition }) => definition.name);
    void open(file, taken, save).catch((error: unknown) =>
      notifications.show({
        id: REFUSED,
        title: `${texts.refused}: ${file.name}`,
        message: error instanceof Refusal ? error.message : failureText(error).sentence,
        color: 'var(--bad)',
        autoClose: false,
      }),
    );
  };
}

class Refusal extends Error {}

async function open(file: File, taken: readonly string[], save: SavedExports['save']): Promise<void> {
  if (file.size > MOST_BYTES) throw new Refusal(texts.tooLarge);
  const read = exportDefinitionSchema.safeParse(toJson(await file.text()), { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Refusal(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  const named = read.data.name ?? file.name.replace(/(\.export)?\.json$/i, '');
  await save({ ...read.data, name: freeName(named, taken) }, undefined, texts.imported);
}

function toJson(text: string): unknown {
  try {
    // A byte order mark is no part of JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal(texts.notJson);
  }
}
