/** Writes messages about findings to the people whose records they concern. Pure. */
import type { Finding } from '#contract/checks.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { formatRecordAddress } from '#domain/record.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { count, dayOfTime } from '#ui/format/figures-and-times.ts';
import { describeFinding, type FoundFrame } from './check-view.ts';

export interface PersonFindings {
  /** Undefined: records without a person. */
  readonly ownerId: string | undefined;
  readonly findings: readonly Finding[];
}

/** Sorts by number of findings; records without a person come last. */
export function groupByPerson(findings: readonly Finding[]): PersonFindings[] {
  const groups = Map.groupBy(findings, ({ values }) => values[OWNER_PROPERTY] ?? undefined);
  return [...groups]
    .map(([ownerId, held]) => ({ ownerId, findings: held }))
    .toSorted(
      (a, b) =>
        Number(a.ownerId === undefined) - Number(b.ownerId === undefined) || b.findings.length - a.findings.length,
    );
}

export interface LineFrame extends FoundFrame {
  /** A pattern with `{id}`; null if it is unknown. */
  readonly recordAddress: string | null;
}

interface MessageFrame extends LineFrame {
  readonly check: string;
  readonly name: string;
}

export function formatMessage(findings: readonly Finding[], { check, name, ...frame }: MessageFrame): string {
  const lines = findings.map((finding) => formatFindingLine(check, finding, frame));
  const label = checkTexts[check]?.label ?? check;
  return `${texts.messageHead(name, label, count(findings.length))}\n${lines.join('\n')}\n`;
}

/** Formats `- 12 Oct 2026, Call: what differs (link or id)`. */
function formatFindingLine(check: string, finding: Finding, { recordAddress, ...frame }: LineFrame): string {
  const start = finding.values[propertyNames.firstStart];
  const day = start == null ? '–' : dayOfTime(start, frame.zone);
  const title = finding.values[propertyNames.title] ?? '–';
  const place = recordAddress === null ? finding.id : formatRecordAddress(recordAddress, finding.id);
  return texts.messageLine(day, title.replaceAll(/\s+/g, ' '), describeFinding(check, finding, frame), place);
}

interface FoundByCheck {
  readonly check: string;
  readonly findings: readonly Finding[];
}

export interface Letter {
  /** Undefined: records without a person. */
  readonly ownerId: string | undefined;
  readonly findings: number;
  /** In the order of the checks. */
  readonly parts: readonly FoundByCheck[];
}

/** Sorts by number of findings; records without a person come last. */
export function groupIntoLetters(findingsByCheck: readonly FoundByCheck[]): Letter[] {
  const checkByFinding = new Map(
    findingsByCheck.flatMap(({ check, findings }) => findings.map((finding) => [finding, check] as const)),
  );
  return groupByPerson(findingsByCheck.flatMap(({ findings }) => findings)).map(({ ownerId, findings }) => ({
    ownerId,
    findings: findings.length,
    parts: [...Map.groupBy(findings, (finding) => checkByFinding.get(finding) ?? '')].map(([check, held]) => ({
      check,
      findings: held,
    })),
  }));
}

export function formatLetter(
  { findings, parts }: Letter,
  { name, ...frame }: LineFrame & { readonly name: string },
): string {
  const sections = parts.map(({ check, findings: held }) =>
    [
      texts.letterPart(checkTexts[check]?.label ?? check),
      ...held.map((finding) => formatFindingLine(check, finding, frame)),
    ].join('\n'),
  );
  return `${texts.letterHead(name, String(findings))}\n${sections.join('\n\n')}\n`;
}
