/** The two faces every PDF is set in. They are shipped with the program: no font of the machine changes a byte. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readFontFace, type FontFace } from './font-face.ts';

export interface Fonts {
  readonly regular: FontFace;
  readonly bold: FontFace;
}

let loaded: Fonts | undefined;

export function loadFonts(): Fonts {
  const require = createRequire(import.meta.url);
  loaded ??= {
    regular: readFontFace(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))),
    bold: readFontFace(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'))),
  };
  return loaded;
}
