/** Every campaign, one line each, in the order of the rows of docs/trust.md. */
import type { Campaign } from './campaign-shape.ts';
import { canaryKey } from './canary-key/campaign.ts';
import { clocksCampaign } from './clocks/clocks.ts';
import { closingKills } from './closing-kills/campaign.ts';
import { crashedPages } from './crashed-pages/campaign.ts';
import { formulaFiles } from './formula-files/campaign.ts';
import { handedFiles } from './handed-files/campaign.ts';
import { hostileJson } from './hostile-json/campaign.ts';
import { keyAddresses } from './key-addresses/campaign.ts';
import { killsCampaign } from './kills/kills.ts';
import { memoryBombs } from './memory-bombs/campaign.ts';
import { monthCampaign } from './month/month.ts';
import { movingCampaign } from './moving/moving.ts';
import { serviceStorm } from './service-storm/campaign.ts';
import { wireCampaign } from './wire/wire.ts';

// prettier-ignore
export const campaigns: readonly Campaign[] = [
  wireCampaign,
  movingCampaign,
  clocksCampaign,
  hostileJson,
  memoryBombs,
  killsCampaign,
  closingKills,
  formulaFiles,
  canaryKey,
  keyAddresses,
  serviceStorm,
  crashedPages,
  monthCampaign,
  handedFiles,
];
