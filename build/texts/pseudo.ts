/**
 * The pseudo-language: the English modules with every letter of their sentences marked, so that a sentence which is not among the texts
 * shows at once. What is put into a sentence (records, numbers, dates) keeps its plain letters. It is generated, never written.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { listFiles } from '../house/sources.ts';
import { readSeams } from './language.ts';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** One code unit each, in the same order. */
const MARKED = 'ÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖƤǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';

const mark = (letter: string) => MARKED.charAt(PLAIN.indexOf(letter));

/** What is marked is read only by people. These calls take words that the machine reads: locales, options, patterns. */
const FOR_MACHINES: ReadonlySet<string> = new Set([
  'toLocaleString',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'startsWith',
  'endsWith',
  'includes',
  'split',
  'replace',
  'replaceAll',
  'NumberFormat',
  'DateTimeFormat',
  'PluralRules',
  'ListFormat',
  'RelativeTimeFormat',
  'Collator',
]);

export const PSEUDO_LANGUAGE = 'pseudo';

/** Writes the pseudo-language of every seam anew. @param to where its folders begin: the project's root, unless a test has another. */
export function writePseudoTexts(root: string, to = root): void {
  const english = readSeams(root);
  for (const [index, { folder }] of readSeams(root, PSEUDO_LANGUAGE).entries()) {
    const from = join(root, english[index]?.folder ?? '');
    rmSync(join(to, folder), { recursive: true, force: true });
    for (const path of listFiles(from)) {
      const target = join(to, folder, relative(from, path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, toPseudo(path, readFileSync(path, 'utf8')));
    }
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** @param source a module of texts. @returns the same module with its sentences marked. */
export function toPseudo(path: string, source: string): string {
  const { program } = parseSync(path, source);
  const sentences: Range[] = [];
  const keptRanges: Range[] = [];
  const keep = (node: Range | null | undefined) => {
    if (node) keptRanges.push(node);
  };
  const keepAll = (nodes: readonly Range[]) => nodes.forEach(keep);
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') sentences.push({ start: node.start + 1, end: node.end - 1 });
    },
    TemplateElement: (node) => sentences.push(node),
    Property: ({ key, value, computed }) => {
      if (computed) return;
      keep(key);
      // The code of a language, as `Intl` and the page's `lang` take it, is no word.
      if (key.type === 'Identifier' && key.name === 'language') keep(value);
    },
    MemberExpression: ({ property, computed }) => {
      if (computed) keep(property);
    },
    BinaryExpression: ({ left, right, operator }) => {
      if (operator !== '+') keepAll([left, right]);
    },
    SwitchCase: ({ test }) => keep(test),
    CallExpression: ({ callee, arguments: passedArguments }) => {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        FOR_MACHINES.has(callee.property.name)
      )
        keepAll(passedArguments);
    },
    NewExpression: ({ callee, arguments: passedArguments }) => {
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      if (name.type === 'Identifier' && (FOR_MACHINES.has(name.name) || /^(?:Set|Map)$/.test(name.name)))
        keepAll(passedArguments);
    },
    TSTypeAliasDeclaration: keep,
    TSInterfaceDeclaration: keep,
    TSTypeAnnotation: keep,
    TSTypeParameterInstantiation: keep,
    TSAsExpression: ({ typeAnnotation }) => keep(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => keep(typeAnnotation),
    ImportDeclaration: keep,
  }).visit(program);
  const isKept = ({ start, end }: Range) => keptRanges.some((range) => range.start <= start && end <= range.end);
  return sentences
    .filter((range) => !isKept(range))
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) => text.slice(0, start) + markWritten(text.slice(start, end)) + text.slice(end),
      source,
    );
}

/** Marks what stands between quotes; escapes and options of the terminal stay what they are. */
function markWritten(written: string): string {
  const parts = /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])|--[a-z][a-z-]*|[A-Za-z]/g;
  return written.replace(parts, (match) => (match.length === 1 ? mark(match) : match));
}
