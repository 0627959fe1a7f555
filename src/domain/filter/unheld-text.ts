/** A value in a filter that no record has, as a sentence. */
import { unheldTexts as texts } from '#texts/screens/unheld-values.ts';
import { CLIENT_PROPERTY, requireReadable, TEAM_PROPERTY } from '../local-properties.ts';
import { visibleText } from '../spelling.ts';

interface Unheld {
  readonly propertyName: string;
  readonly value: string;
  readonly isKnown: boolean;
  readonly near: { readonly value: string; readonly name: string | null } | null;
}

export function unheldText({ propertyName, value, isKnown, near }: Unheld): string {
  const { label } = requireReadable(propertyName);
  const shown = visibleText(value);
  const nearest = near && nearText(near);
  switch (propertyName) {
    case CLIENT_PROPERTY:
      return isKnown ? texts.noRecord(label, shown) : texts.noClient(shown, nearest);
    case TEAM_PROPERTY:
      return isKnown ? texts.noRecord(label, shown) : texts.noTeam(shown, nearest);
    default:
      return texts.none(label, shown, isKnown ? null : nearest);
  }
}

/** `“Acme”`, `7 (Zoë)`. */
export function nearText({ value, name }: NonNullable<Unheld['near']>): string {
  return name === null ? texts.quoted(visibleText(value)) : texts.named(value, visibleText(name));
}
