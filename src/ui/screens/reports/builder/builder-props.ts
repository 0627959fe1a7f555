/** What every part of the builder gets: the report as it is, and the way to change it. */
import type { WorkspaceState } from '../../../../contract/api.ts';
import type { Definition } from '../../../routing/report-view.ts';
import type { Labels } from '../words/labels.ts';
import type { DefinitionChange } from '../definition/use-definition.ts';

/** A pick that takes a part of the report away. */
export const NONE = '';

export interface BuilderProps {
  readonly definition: Definition;
  readonly workspace: WorkspaceState;
  readonly labels: Labels;
  readonly onChange: (change: DefinitionChange) => void;
}
