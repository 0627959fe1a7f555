/** The script and the style of a capsule's page, as texts. Built programs have them in place of this file: build/capsule-page.ts. */
import { z } from 'zod';

const textsSchema = z.object({ script: z.string(), style: z.string() });
export type PageTexts = z.output<typeof textsSchema>;

/** Bundles them where the sources run unbuilt. */
export async function readPageTexts(): Promise<PageTexts> {
  const bundler: unknown = await import(new URL('../../../../build/capsule-page.ts', import.meta.url).href);
  const { bundleCapsulePage } = z
    .object({ bundleCapsulePage: z.function({ input: [], output: z.unknown() }) })
    .parse(bundler);
  return textsSchema.parse(await bundleCapsulePage());
}
