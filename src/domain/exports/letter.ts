/** The letterhead of a client's file: sender, receiver, number, order and reference. It comes from the settings and is optional. */
import { exportDocumentTexts } from '#texts/export-document.ts';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { formatDay } from '../locale-forms.ts';
import type { Settings } from '../settings.ts';
import { createLocalTimeFormat } from '../time/utc.ts';
import { toFileWords } from './pack-names.ts';
import { placeholders, type Logo, splitLines } from './letterhead.ts';
import { findProfile } from './profile.ts';

interface Numbered {
  readonly client: string;
  /** `2026-10`, or the dates of a period that is not a month. */
  readonly period: string;
  /** The sender's name for the client; the client's name is used if it is undefined. */
  readonly reference: string | undefined;
}

export function fillNumber(pattern: string, { client, period, reference }: Numbered): string {
  const name = toFileWords(client, exportDocumentTexts.columns.client);
  return pattern.replaceAll(placeholders, (placeholder) =>
    placeholder === '{client}' ? name : placeholder === '{period}' ? period : (reference ?? name),
  );
}

export interface Letter {
  readonly heading: string;
  /** Null if no sender is set. */
  readonly sender: { readonly name: string; readonly lines: readonly string[]; readonly logo: Logo | null } | null;
  readonly receiver: { readonly name: string; readonly lines: readonly string[] };
  readonly number: string;
  /** Number, period, order and other details beside the address. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
}

interface LetterInput {
  readonly settings: Pick<
    Settings,
    'senderName' | 'senderAddress' | 'senderLogo' | 'statementNumber' | 'clientProfiles' | 'zone'
  >;
  readonly client: string;
  readonly title: string | undefined;
  /** The period as displayed, and as in file names. */
  readonly period: { readonly text: string; readonly span: string };
  /** When the records were read; null if unknown. */
  readonly asOf: string | null;
  readonly locale: string | undefined;
}

export function toLetter({ settings, client, title, period, asOf, locale }: LetterInput): Letter {
  const { senderName, senderAddress, senderLogo, statementNumber, clientProfiles, zone } = settings;
  const { address, orderNumber, reference } = findProfile(clientProfiles, client) ?? {};
  const number = fillNumber(statementNumber, { client, period: period.span, reference });
  const moment = asOf === null ? undefined : createLocalTimeFormat(zone)(asOf);
  const { facts: labels } = texts;
  const hasSender = senderName !== null || senderAddress !== null || senderLogo !== null;
  return {
    heading: title ?? texts.heading,
    sender: hasSender ? { name: senderName ?? '', lines: splitLines(senderAddress ?? ''), logo: senderLogo } : null,
    receiver: { name: client, lines: splitLines(address ?? '') },
    number,
    facts: [
      { label: labels.number, text: number },
      { label: labels.period, text: period.text },
      ...(orderNumber === undefined ? [] : [{ label: labels.order, text: orderNumber }]),
      ...(reference === undefined ? [] : [{ label: labels.reference, text: reference }]),
      ...(moment === undefined
        ? []
        : [
            {
              label: labels.asOf,
              text: texts.moment(formatDay(moment.slice(0, 10), locale), moment.slice(11, 16), zone),
            },
          ]),
    ],
  };
}
