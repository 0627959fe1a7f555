/** Says as a sentence that no record has a value that a filter names. */
import { unheldTexts as texts } from '#texts/screens/unheld-values.ts';
import { CLIENT_PROPERTY, requireReadable, TEAM_PROPERTY } from '../local-properties.ts';
import { toVisibleText } from '../spelling.ts';

interface UnheldValue {
  readonly propertyName: string;
  readonly value: string;
  readonly isKnown: boolean;
  readonly near: { readonly value: string; readonly name: string | null } | null;
}

export function formatUnheldValue({ propertyName, value, isKnown, near }: UnheldValue): string {
  const { label } = requireReadable(propertyName);
  const visibleValue = toVisibleText(value);
  const nearest = near && formatNearValue(near);
  switch (propertyName) {
    case CLIENT_PROPERTY:
      return isKnown ? texts.noRecord(label, visibleValue) : texts.noClient(visibleValue, nearest);
    case TEAM_PROPERTY:
      return isKnown ? texts.noRecord(label, visibleValue) : texts.noTeam(visibleValue, nearest);
    default:
      return texts.none(label, visibleValue, isKnown ? null : nearest);
  }
}

/** Writes `“Acme”` or `7 (Zoë)`. */
export function formatNearValue({ value, name }: NonNullable<UnheldValue['near']>): string {
  return name === null ? texts.quoted(toVisibleText(value)) : texts.named(value, toVisibleText(name));
}
