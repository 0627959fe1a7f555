/** Reads the project's sources through their syntax: imports, functions, comments. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor, type Comment } from 'oxc-parser';

export interface SourceImport {
  /** Path of the imported file from the project's root. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

export interface SourceFunction {
  /** Undefined for an anonymous function, such as an argument. */
  readonly name: string | undefined;
  readonly lines: number;
}

export interface Source {
  /** Path from the project's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** Imports of the project's own files. */
  readonly imports: readonly SourceImport[];
  /** Lines that import statements take. */
  readonly importLines: number;
  /** Statements are counted too, so that longer lines gain nothing. */
  readonly statements: number;
  /** How often each identifier occurs. */
  readonly names: ReadonlyMap<string, number>;
  readonly functions: readonly SourceFunction[];
  readonly comments: readonly string[];
  /** Members of each interface or type literal whose name ends in Props. */
  readonly props: readonly { readonly name: string; readonly members: number }[];
}

const CODE = /\.(?:ts|tsx|mjs)$/;

/** @param folders from the root. @returns their code files, sorted by path. */
export function readSources(root: string, folders: readonly string[]): Source[] {
  const paths = folders.flatMap((folder) => listFiles(join(root, folder)));
  const toSubpath = readSubpaths(root);
  return paths
    .filter((path) => CODE.test(path) && !path.endsWith('.d.ts'))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .toSorted()
    .map((path) => readSource(root, path, toSubpath));
}

/**
 * Follows the subpath imports of the root's package.json, such as "#texts/*": "./src/texts/en/*".
 * @returns from a request, the path it names from the root; undefined where no subpath has its form.
 */
export function readSubpaths(root: string): (request: string) => string | undefined {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const subpaths = Object.entries(manifest.imports ?? {}).map(([name, target]) => ({
    stem: name.replace(/\*$/, ''),
    target: typeof target === 'string' ? target : (target['default'] ?? ''),
  }));
  return (request) => {
    const subpath = subpaths.find(({ stem }) => request.startsWith(stem));
    return subpath && relative(root, resolve(root, subpath.target.replace('*', request.slice(subpath.stem.length))));
  };
}

/** What a subpath names, by condition where it names several; 'default' is what everything resolves to that sets none. */
interface Manifest {
  readonly imports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function readSource(root: string, path: string, toSubpath: (request: string) => string | undefined): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, module, comments } = parseSync(path, text);
  const lineAt = createLineFinder(text);
  const toImport = (request: string, isTypeOnly: boolean): SourceImport[] => {
    const to = request.startsWith('#') ? toSubpath(request) : relative(root, resolve(root, dirname(path), request));
    return to !== undefined && /^[.#]/.test(request) ? [{ to, isTypeOnly }] : [];
  };
  const functions: SourceFunction[] = [];
  const props: { name: string; members: number }[] = [];
  const named = new Map<number, string>();
  const note = (node: { start: number; end: number }, name?: string) => {
    functions.push({ name: name ?? named.get(node.start), lines: lineAt(node.end) - lineAt(node.start) + 1 });
  };
  const names = new Map<string, number>();
  let statements = 0;
  const countStatement = () => {
    statements += 1;
  };
  new Visitor({
    Identifier: ({ name }) => names.set(name, (names.get(name) ?? 0) + 1),
    ExpressionStatement: countStatement,
    IfStatement: countStatement,
    ReturnStatement: countStatement,
    ThrowStatement: countStatement,
    ForOfStatement: countStatement,
    ForStatement: countStatement,
    WhileStatement: countStatement,
    SwitchStatement: countStatement,
    TryStatement: countStatement,
    VariableDeclaration: countStatement,
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) named.set(init.start, id.name);
    },
    MethodDefinition: ({ key, value }) => {
      if (key.type === 'Identifier') named.set(value.start, key.name);
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') named.set(value.start, key.name);
    },
    FunctionDeclaration: (node) => note(node, node.id?.name),
    FunctionExpression: (node) => note(node, node.id?.name),
    ArrowFunctionExpression: (node) => note(node),
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name.endsWith('Props')) props.push({ name: id.name, members: body.body.length });
    },
  }).visit(program);
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: [
      ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
        toImport(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType)),
      ),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? toImport(moduleRequest.value, isType) : [])),
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest }) =>
        toImport(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false),
      ),
    ],
    importLines: module.staticImports.reduce((sum, { start, end }) => sum + lineAt(end) - lineAt(start) + 1, 0),
    statements,
    names,
    functions,
    comments: comments.map((comment: Comment) => comment.value),
    props,
  };
}

function createLineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1)) starts.push(offset + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
