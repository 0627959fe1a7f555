/** The defects `npm run campaign -- sabotage` plants, by area. */
import { client } from './client.mjs';
import { exports } from './exports.mjs';
import { figures } from './figures.mjs';
import { host } from './host.mjs';
import { journal } from './journal.mjs';
import { service } from './service.mjs';
import { snapshot } from './snapshot.mjs';
import { sync } from './sync.mjs';
import { ui } from './ui.mjs';
import { workspaceFile } from './workspace-file.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const defects = [
  ...host,
  ...client,
  ...sync,
  ...snapshot,
  ...journal,
  ...workspaceFile,
  ...exports,
  ...figures,
  ...service,
  ...ui,
];
