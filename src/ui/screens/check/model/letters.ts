/** Writes what all checks found on a person's records as one message. Pure. */
import type { Finding } from '#contract/checks.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { byPerson, findingLine, type LineFrame } from './messages.ts';

/** What one check found. */
export interface FoundByCheck {
  readonly check: string;
  readonly findings: readonly Finding[];
}

export interface Letter {
  /** Undefined: records without a person. */
  readonly ownerId: string | undefined;
  /** How many it tells of. */
  readonly findings: number;
  /** In the order of the checks. */
  readonly parts: readonly FoundByCheck[];
}

/** Those with most first; records without a person last. */
export function lettersByPerson(found: readonly FoundByCheck[]): Letter[] {
  const checkOf = new Map(found.flatMap(({ check, findings }) => findings.map((each) => [each, check] as const)));
  return byPerson(found.flatMap(({ findings }) => findings)).map(({ ownerId, findings }) => ({
    ownerId,
    findings: findings.length,
    parts: [...Map.groupBy(findings, (each) => checkOf.get(each) ?? '')].map(([check, held]) => ({
      check,
      findings: held,
    })),
  }));
}

export function letterText(
  { findings, parts }: Letter,
  { name, ...frame }: LineFrame & { readonly name: string },
): string {
  const sections = parts.map(({ check, findings: held }) =>
    [texts.letterPart(checkTexts[check]?.label ?? check), ...held.map((each) => findingLine(check, each, frame))].join(
      '\n',
    ),
  );
  return `${texts.letterHead(name, String(findings))}\n${sections.join('\n\n')}\n`;
}
