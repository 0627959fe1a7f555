/** Explains a figure of the Overview, or of the page of a person or a client, beside its screen. */
import type { Settings } from '#domain/settings.ts';
import { ExplainDrawer, type ExplainDrawerProps } from '#ui/explain/ExplainDrawer.tsx';
import { explainFigure, type FigureContext, type FigurePlace } from './explain-figure.ts';

export interface FigureDrawerProps extends Pick<ExplainDrawerProps, 'onClose' | 'onWhy'> {
  /** Undefined: closed. */
  readonly place: FigurePlace | undefined;
  /** Its settings are undefined until they are loaded: nothing is explained before. */
  readonly context: Omit<FigureContext, 'settings'> & { readonly settings: Settings | undefined };
}

export function FigureDrawer({ place, context, ...drawer }: FigureDrawerProps) {
  const { settings } = context;
  return <ExplainDrawer explained={place && settings && explainFigure(place, { ...context, settings })} {...drawer} />;
}
