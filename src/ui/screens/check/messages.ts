/** Writes findings as messages to the people they belong to. Pure. */
import type { Finding } from '#contract/checks.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { formatRecordAddress } from '#domain/record.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { count, dayOfTime } from '#ui/format/figures-and-times.ts';
import { foundText, type FoundFrame } from './check-view.ts';

export interface PersonFindings {
  /** Undefined: records without a person. */
  readonly ownerId: string | undefined;
  readonly findings: readonly Finding[];
}

/** Those with most first; records without a person last. */
export function byPerson(findings: readonly Finding[]): PersonFindings[] {
  const groups = Map.groupBy(findings, ({ values }) => values[OWNER_PROPERTY] ?? undefined);
  return [...groups]
    .map(([ownerId, held]) => ({ ownerId, findings: held }))
    .toSorted(
      (a, b) =>
        Number(a.ownerId === undefined) - Number(b.ownerId === undefined) || b.findings.length - a.findings.length,
    );
}

export interface LineFrame extends FoundFrame {
  /** With `{id}` in it; null: unknown. */
  readonly recordAddress: string | null;
}

interface MessageFrame extends LineFrame {
  readonly check: string;
  readonly name: string;
}

export function messageText(findings: readonly Finding[], { check, name, ...frame }: MessageFrame): string {
  const lines = findings.map((finding) => findingLine(check, finding, frame));
  const label = checkTexts[check]?.label ?? check;
  return `${texts.messageHead(name, label, count(findings.length))}\n${lines.join('\n')}\n`;
}

/** `- 12 Oct 2026, Call: what differs (where it is)`. */
export function findingLine(check: string, finding: Finding, { recordAddress, ...frame }: LineFrame): string {
  const start = finding.values[propertyNames.firstStart];
  const day = start == null ? '–' : dayOfTime(start, frame.zone);
  const title = finding.values[propertyNames.title] ?? '–';
  const place = recordAddress === null ? finding.id : formatRecordAddress(recordAddress, finding.id);
  return texts.messageLine(day, title.replaceAll(/\s+/g, ' '), foundText(check, finding, frame), place);
}

/** What one check found. */
interface FoundByCheck {
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
export function lettersByPerson(findingsByCheck: readonly FoundByCheck[]): Letter[] {
  const checkOf = new Map(
    findingsByCheck.flatMap(({ check, findings }) => findings.map((finding) => [finding, check] as const)),
  );
  return byPerson(findingsByCheck.flatMap(({ findings }) => findings)).map(({ ownerId, findings }) => ({
    ownerId,
    findings: findings.length,
    parts: [...Map.groupBy(findings, (finding) => checkOf.get(finding) ?? '')].map(([check, held]) => ({
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
    [
      texts.letterPart(checkTexts[check]?.label ?? check),
      ...held.map((finding) => findingLine(check, finding, frame)),
    ].join('\n'),
  );
  return `${texts.letterHead(name, String(findings))}\n${sections.join('\n\n')}\n`;
}
