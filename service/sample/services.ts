/** Lists the firm's services by team, the titles of their entries, and internal work. */
import type { Team } from './people.ts';

/** `{month}` is the month before the work, `{part}` a number, `{client}` the client's short name. */
interface Entry {
  readonly title: string;
  readonly category: string;
}

const entry = (category: string, title: string): Entry => ({ category, title });

const meetings: readonly Entry[] = [
  entry('Meeting', 'Call with client, open points'),
  entry('Meeting', 'Status meeting {client}'),
  entry('Documentation', 'Site visit and notes'),
  entry('Review', 'Follow-up on findings'),
];

export interface Service {
  readonly name: string;
  readonly team: Team;
  readonly undertaking: string;
  readonly entries: readonly Entry[];
}

function service(team: Team, name: string, undertaking: string, ...entries: readonly Entry[]): Service {
  return { team, name, undertaking, entries: [...entries, ...meetings] };
}

export const services: readonly Service[] = [
  service(
    'Audit',
    'Annual audit',
    'Annual audit',
    entry('Fieldwork', 'Inventory count and reconciliation'),
    entry('Fieldwork', 'Receivables, sample {part}'),
    entry('Review', 'Year-end close, second review'),
    entry('Documentation', 'Working papers, section {part}'),
    entry('Preparation', 'Audit planning memo'),
  ),
  service(
    'Audit',
    'Interim review',
    'Interim review',
    entry('Analysis', 'Quarterly figures, variance analysis'),
    entry('Review', 'Journal entries {month}'),
    entry('Documentation', 'Interim report, draft {part}'),
  ),
  service(
    'Audit',
    'Internal controls',
    'Controls assessment',
    entry('Fieldwork', 'Walkthrough purchasing, part {part}'),
    entry('Analysis', 'Access rights, segregation of duties'),
    entry('Workshop', 'Controls workshop, part {part}'),
  ),
  service(
    'Tax',
    'VAT returns',
    'VAT compliance',
    entry('Preparation', 'VAT return {month}'),
    entry('Review', 'Input tax, query {part}'),
    entry('Analysis', 'Cross-border supplies {month}'),
  ),
  service(
    'Tax',
    'Corporate tax',
    'Corporate tax return',
    entry('Preparation', 'Tax computation, working version'),
    entry('Review', 'Deferred taxes, second review'),
    entry('Documentation', 'Reply to the tax office'),
  ),
  service(
    'Tax',
    'Transfer pricing',
    'Transfer pricing file',
    entry('Analysis', 'Benchmark study, iteration {part}'),
    entry('Documentation', 'Local file, chapter {part}'),
    entry('Meeting', 'Interview with group controlling'),
  ),
  service(
    'Advisory',
    'Due diligence',
    'Due diligence',
    entry('Analysis', 'Data room index'),
    entry('Analysis', 'Quality of earnings, bridge {part}'),
    entry('Documentation', 'Red flag report, draft {part}'),
  ),
  service(
    'Advisory',
    'Board advice',
    'Board advice',
    entry('Preparation', 'Board pack, figures'),
    entry('Workshop', 'Workshop, part {part}'),
    entry('Documentation', 'Contract draft'),
  ),
  service(
    'Advisory',
    'Process design',
    'Process redesign',
    entry('Workshop', 'Order to cash, workshop {part}'),
    entry('Analysis', 'Process mapping {client}'),
    entry('Documentation', 'Target process, version {part}'),
  ),
  service(
    'Technology',
    'ERP roll-out',
    'ERP roll-out',
    entry('Workshop', 'Onboarding session'),
    entry('Analysis', 'Chart of accounts, mapping {part}'),
    entry('Support', 'Go-live support, wave {part}'),
  ),
  service(
    'Technology',
    'Data migration',
    'Data migration',
    entry('Analysis', 'Master data, trial load {part}'),
    entry('Documentation', 'Migration log {month}'),
    entry('Support', 'Correction of open items'),
  ),
  service(
    'Technology',
    'Reporting',
    'Management reporting',
    entry('Analysis', 'Dashboard {month}'),
    entry('Preparation', 'Report template, round {part}'),
    entry('Support', 'Questions on the {month} report'),
  ),
];

export const internalService = 'Internal';

export const internalEntries: readonly (Entry & { readonly object: string })[] = [
  { ...entry('Training', 'Professional training, module {part}'), object: 'Training' },
  { ...entry('Team meeting', 'Team meeting'), object: 'Team meetings' },
  { ...entry('Administration', 'Time sheets and expenses'), object: 'Administration' },
  { ...entry('Business development', 'Proposal draft, round {part}'), object: 'Proposals' },
  { ...entry('Business development', 'Prospect meeting and follow-up'), object: 'Prospects' },
  { ...entry('Recruiting', 'Interviews, round {part}'), object: 'Recruiting' },
  { ...entry('Quality', 'File review, quality assurance'), object: 'Quality assurance' },
  { ...entry('Administration', 'Staff planning {month}'), object: 'Staff planning' },
  { ...entry('Knowledge', 'Article for the newsletter'), object: 'Newsletter' },
  { ...entry('Knowledge', 'Templates and method handbook'), object: 'Method handbook' },
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
