/**
 * Bundles the page of a capsule, script and style, into texts: every capsule carries them. In plain ASCII and without line breaks, so that
 * no changed byte of them can read the same.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, minifySync, type Plugin } from 'vite';

const folder = fileURLToPath(new URL('../src/ui/capsule/', import.meta.url));

interface PageTexts {
  readonly script: string;
  readonly style: string;
}

let bundled: Promise<PageTexts> | undefined;

/** Once a process: the same texts for everyone who asks. */
export function bundleCapsulePage(): Promise<PageTexts> {
  bundled ??= bundle();
  return bundled;
}

/** Puts the texts in the place of the module that bundles them when the sources run unbuilt. */
export function capsulePage(): Plugin {
  return {
    name: 'capsule-page',
    enforce: 'pre',
    // Tests bundle it themselves: what is loaded for them is kept until that one module changes, whatever the page did.
    apply: 'build',
    async load(id) {
      if (!id.split('?')[0]?.endsWith('/electron/exports/formats/capsule/page-texts.ts')) return undefined;
      const texts = JSON.stringify(await bundleCapsulePage());
      return { code: `export const readPageTexts = async () => (${texts});`, map: null };
    },
  };
}

async function bundle(): Promise<PageTexts> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    resolve: {
      alias: [{ find: /^#texts\//, replacement: fileURLToPath(new URL('../src/texts/en/', import.meta.url)) }],
    },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: `${folder}page.ts`, output: { format: 'iife' } },
    },
  });
  const [first] = Array.isArray(made) ? made : [made];
  const [chunk] = first && 'output' in first ? first.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The page of a capsule did not become one script.');
  const { code } = minifySync('page.js', chunk.code, {
    codegen: { removeWhitespace: true },
    mangle: false,
    compress: false,
  });
  return { script: toPlain(code.trim()), style: toOneLine(readFileSync(`${folder}page.css`, 'utf8')) };
}

/** Letters beyond ASCII and line breaks stand in strings alone here, where they can be escaped. */
function toPlain(script: string): string {
  const plain = script.replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (/<\/script|<!--|<script/i.test(plain)) throw new Error('The script of a capsule holds what would end it.');
  return plain;
}

function toOneLine(style: string): string {
  return style
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .trim();
}
