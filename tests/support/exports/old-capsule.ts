/** A capsule as earlier versions wrote it: data within a frame, and a hash over both at its end. */
import { createHash } from 'node:crypto';
import type { Line } from '#domain/exports/model.ts';

const BODY = '<body bgcolor="#b3261e" text="#ffffff">';
const HEAD = `<html lang="en"><head><meta charset="utf-8">`;
const REST = '<main>Not verified</main><title>Time logs</title><script type="application/json">';

/** @param manifest of any file of the same records */
export function makeCapsule(manifest: object, lines: readonly Line[]): string {
  const json = JSON.stringify({ capsule: 1, words: {}, lines, sums: {}, manifest });
  return sealCapsule(
    json.replaceAll(/[<>&]|[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** What a forger does, too. @param json its data */
export function sealCapsule(json: string): string {
  const data = json.slice(0, -1);
  const seal = createHash('sha256')
    .update(`${HEAD}</head>${BODY}${REST}</script></body></html>`)
    .update(data)
    .digest('hex');
  return `<!doctype html>${HEAD}${BODY}${REST}${data},"seal":"${seal}"}</script>`;
}
