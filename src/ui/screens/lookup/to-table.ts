/** The answer of a look-up as lines with tabs: found, missing and failed, as many lines as ids were asked. Pure. */
import type { LookupResult } from '#domain/lookup/looked-up.ts';
import { ID_PROPERTY, requireProperty, type Property } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { shownProperties } from './shown-properties.ts';

const texts = uiTexts.lookup;

export function toTable(result: LookupResult, print: (property: Property, value: unknown) => string): string {
  const heads = [texts.state, requireProperty(ID_PROPERTY).label, ...shownProperties.map(({ label }) => label)];
  const found = result.found.map(({ id, properties }) => [
    texts.found,
    id,
    ...shownProperties.map((property) => print(property, properties[property.name])),
  ]);
  const failed = result.failed.flatMap(({ ids, message }) => ids.map((id) => [texts.failed, id, message]));
  const others = [
    ...result.missing.map((id) => [texts.missing, id]),
    ...failed,
    ...result.open.map((id) => [texts.open, id]),
  ];
  return [heads, ...found, ...others].map((cells) => cells.map(toCell).join('\t')).join('\n');
}

/** A tab or a line's end would begin another cell. */
const toCell = (text: string) => text.replaceAll(/[\t\n\r]+/g, ' ');
