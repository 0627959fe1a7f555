/** The props of every part of the builder: the report as it is, and a way to change it. */
import type { Definition } from '../../../routing/report-view.ts';
import type { Labels } from '../../../../domain/charts/labels.ts';
import type { DefinitionChange } from '../definition/use-definition.ts';

/** A choice that removes a part of the report. */
export const NONE = '';

export interface BuilderProps {
  readonly definition: Definition;
  readonly labels: Labels;
  /** Own measures of saved reports. */
  readonly ownMeasures?: readonly string[];
  readonly onChange: (change: DefinitionChange) => void;
}
