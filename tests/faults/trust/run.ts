/** Runs one campaign and reports the result; a campaign that throws has broken its promise. */
import type { Campaign, CampaignOptions, CampaignResult } from '../campaigns/campaign-shape.ts';

export interface Outcome extends CampaignResult, Pick<Campaign, 'row' | 'name' | 'holds' | 'promised'> {
  /** How many runs this command asked for. */
  readonly asked: number;
  readonly seed: number;
  readonly seconds: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

interface RunOptions extends Pick<CampaignOptions, 'seed' | 'tell'> {
  /** 1: the promised count. */
  readonly scale: number;
}

export async function runCampaign(campaign: Campaign, { scale, seed, tell }: RunOptions): Promise<Outcome> {
  const { row, name, holds, promised } = campaign;
  const asked = Math.max(1, Math.round(promised * scale));
  const startedAt = Date.now();
  tell(`${name}: ${asked} runs`);
  const result = await campaign
    .run({ count: asked, seed, tell: (line) => tell(`  ${name}: ${line}`) })
    .catch((fault: unknown): CampaignResult => ({ reached: 0, failures: [toSentence(fault)], told: 'ended early' }));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return { row, name, holds, promised, asked, seed, seconds, date: new Date().toISOString().slice(0, 10), ...result };
}

/** The promise holds if every requested run took place and none broke it. */
export function isKept(outcome: Pick<Outcome, 'asked' | 'reached' | 'failures' | 'slow'>): boolean {
  return listBroken(outcome).length === 0 && outcome.reached >= outcome.asked;
}

/** @returns a sentence for each run that broke the promise, or kept it too late */
export function listBroken({ failures, slow = [] }: Pick<Outcome, 'failures' | 'slow'>): string[] {
  return [...failures, ...slow];
}

function toSentence(fault: unknown): string {
  return `ended early: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`;
}
