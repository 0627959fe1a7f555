/**
 * Checks a language against the English texts by a program that compares every English module with the one of the same name. A sentence
 * that is missing, or that takes other words than it is given, does not compile.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles } from '../house/sources.ts';

const HEAD = `/** The same sentences, worded otherwise. */
type Worded<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Said
    ? (...values: Values) => Worded<Said>
    : T extends object
      ? { readonly [Name in keyof T]: Worded<T[Name]> }
      : T;
`;

/**
 * Writes the program and its settings beside it.
 * @param english the folder of the English modules. @param language the folder of the language's.
 * @returns the settings to compile it with: `tsc -p` them.
 */
export function writeSatisfaction(root: string, english: string, language: string, to: string): string {
  const modules = listFiles(english).map((path) => relative(english, path).replaceAll('\\', '/'));
  const program = join(to, 'satisfaction.ts');
  const from = (folder: string, name: string) => {
    const path = relative(to, join(folder, name)).replaceAll('\\', '/');
    return path.startsWith('.') ? path : `./${path}`;
  };
  const checks = modules.map((name, index) =>
    [
      `import type * as english${index} from '${from(english, name)}';`,
      `import * as own${index} from '${from(language, name)}';`,
      `own${index} satisfies Worded<typeof english${index}>;`,
    ].join('\n'),
  );
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, `${HEAD}${checks.join('\n')}\n`);
  const settings = join(to, 'tsconfig.json');
  const compilerOptions = {
    lib: ['es2024'],
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    noUnusedLocals: false,
  };
  writeFileSync(
    settings,
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['./satisfaction.ts'] }),
  );
  return settings;
}
