/** Lists the firm's services by team, the titles of their entries, and internal work. */
import type { Team } from './people.ts';

/** `{month}` is the month before the work, `{part}` a number, `{client}` the client's short name. */
interface Entry {
  readonly title: string;
  readonly category: string;
}

const createEntry = (category: string, title: string): Entry => ({ category, title });

const meetings: readonly Entry[] = [
  createEntry('Meeting', 'Call with client, open points'),
  createEntry('Meeting', 'Status meeting {client}'),
  createEntry('Documentation', 'Site visit and notes'),
  createEntry('Review', 'Follow-up on findings'),
];

export interface Service {
  readonly name: string;
  readonly team: Team;
  readonly undertaking: string;
  readonly entries: readonly Entry[];
}

function createService(team: Team, name: string, undertaking: string, ...entries: readonly Entry[]): Service {
  return { team, name, undertaking, entries: [...entries, ...meetings] };
}

export const services: readonly Service[] = [
  createService(
    'Audit',
    'Annual audit',
    'Annual audit',
    createEntry('Fieldwork', 'Inventory count and reconciliation'),
    createEntry('Fieldwork', 'Receivables, sample {part}'),
    createEntry('Review', 'Year-end close, second review'),
    createEntry('Documentation', 'Working papers, section {part}'),
    createEntry('Preparation', 'Audit planning memo'),
  ),
  createService(
    'Audit',
    'Interim review',
    'Interim review',
    createEntry('Analysis', 'Quarterly figures, variance analysis'),
    createEntry('Review', 'Journal entries {month}'),
    createEntry('Documentation', 'Interim report, draft {part}'),
  ),
  createService(
    'Audit',
    'Internal controls',
    'Controls assessment',
    createEntry('Fieldwork', 'Walkthrough purchasing, part {part}'),
    createEntry('Analysis', 'Access rights, segregation of duties'),
    createEntry('Workshop', 'Controls workshop, part {part}'),
  ),
  createService(
    'Tax',
    'VAT returns',
    'VAT compliance',
    createEntry('Preparation', 'VAT return {month}'),
    createEntry('Review', 'Input tax, query {part}'),
    createEntry('Analysis', 'Cross-border supplies {month}'),
  ),
  createService(
    'Tax',
    'Corporate tax',
    'Corporate tax return',
    createEntry('Preparation', 'Tax computation, working version'),
    createEntry('Review', 'Deferred taxes, second review'),
    createEntry('Documentation', 'Reply to the tax office'),
  ),
  createService(
    'Tax',
    'Transfer pricing',
    'Transfer pricing file',
    createEntry('Analysis', 'Benchmark study, iteration {part}'),
    createEntry('Documentation', 'Local file, chapter {part}'),
    createEntry('Meeting', 'Interview with group controlling'),
  ),
  createService(
    'Advisory',
    'Due diligence',
    'Due diligence',
    createEntry('Analysis', 'Data room index'),
    createEntry('Analysis', 'Quality of earnings, bridge {part}'),
    createEntry('Documentation', 'Red flag report, draft {part}'),
  ),
  createService(
    'Advisory',
    'Board advice',
    'Board advice',
    createEntry('Preparation', 'Board pack, figures'),
    createEntry('Workshop', 'Workshop, part {part}'),
    createEntry('Documentation', 'Contract draft'),
  ),
  createService(
    'Advisory',
    'Process design',
    'Process redesign',
    createEntry('Workshop', 'Order to cash, workshop {part}'),
    createEntry('Analysis', 'Process mapping {client}'),
    createEntry('Documentation', 'Target process, version {part}'),
  ),
  createService(
    'Technology',
    'ERP roll-out',
    'ERP roll-out',
    createEntry('Workshop', 'Onboarding session'),
    createEntry('Analysis', 'Chart of accounts, mapping {part}'),
    createEntry('Support', 'Go-live support, wave {part}'),
  ),
  createService(
    'Technology',
    'Data migration',
    'Data migration',
    createEntry('Analysis', 'Master data, trial load {part}'),
    createEntry('Documentation', 'Migration log {month}'),
    createEntry('Support', 'Correction of open items'),
  ),
  createService(
    'Technology',
    'Reporting',
    'Management reporting',
    createEntry('Analysis', 'Dashboard {month}'),
    createEntry('Preparation', 'Report template, round {part}'),
    createEntry('Support', 'Questions on the {month} report'),
  ),
];

export const internalService = 'Internal';

export const internalEntries: readonly (Entry & { readonly object: string })[] = [
  { ...createEntry('Training', 'Professional training, module {part}'), object: 'Training' },
  { ...createEntry('Team meeting', 'Team meeting'), object: 'Team meetings' },
  { ...createEntry('Administration', 'Time sheets and expenses'), object: 'Administration' },
  { ...createEntry('Business development', 'Proposal draft, round {part}'), object: 'Proposals' },
  { ...createEntry('Business development', 'Prospect meeting and follow-up'), object: 'Prospects' },
  { ...createEntry('Recruiting', 'Interviews, round {part}'), object: 'Recruiting' },
  { ...createEntry('Quality', 'File review, quality assurance'), object: 'Quality assurance' },
  { ...createEntry('Administration', 'Staff planning {month}'), object: 'Staff planning' },
  { ...createEntry('Knowledge', 'Article for the newsletter'), object: 'Newsletter' },
  { ...createEntry('Knowledge', 'Templates and method handbook'), object: 'Method handbook' },
];

export const remarks: readonly string[] = [
  'As agreed by phone; the minutes are in the project folder.',
  'Open: confirmation from the bank, two supplier statements.',
  'Prepared with {colleague}, still to be reviewed.',
  'Travel time not included.',
  'Client asked for a second version by the end of the week.',
  'Cleared points 1 to 4 of the list; point 5 needs a decision.',
  'Figures reconciled to the trial balance, difference explained.',
  'Handed over to {colleague}.',
  'Longer than planned: the data came late and incomplete.',
  'Short call with the CFO; next steps confirmed in writing.',
];
