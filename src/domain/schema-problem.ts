/** Words schema errors in the language of the texts, because zod's messages are English. Used as the `error` option of `safeParse`. */
import type { z } from 'zod';
import { schemaTexts as texts, type ValueKind } from '#texts/schema.ts';

/** @returns undefined for an issue with a message in its schema */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return texts.kind(toKind(issue.expected), findKind(issue.input));
    case 'invalid_value':
      return texts.notOneOf(issue.values.map(String));
    case 'too_big':
      return texts.tooBig(String(issue.maximum), issue.inclusive ?? true);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return texts.empty;
      return texts.tooSmall(String(issue.minimum), issue.inclusive ?? true);
    case 'unrecognized_keys':
      return texts.unknownKeys(issue.keys);
    case 'invalid_format':
      return texts.form;
    case 'custom':
      return undefined;
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return texts.other;
  }
}

const kinds = ['string', 'number', 'int', 'boolean', 'array', 'object', 'record', 'null', 'undefined'] as const;
const knownKinds: ReadonlySet<string> = new Set<ValueKind>(kinds);

function isKind(name: string): name is ValueKind {
  return knownKinds.has(name);
}

function toKind(name: string): ValueKind {
  return isKind(name) ? name : 'other';
}

function findKind(value: unknown): ValueKind {
  if (value === null) return 'null';
  return toKind(Array.isArray(value) ? 'array' : typeof value);
}
