/** Explains a figure of the Overview, or of the page of a person or a client, beside its screen. */
import type { Settings } from '#domain/settings.ts';
import { ExplainDrawer, type ExplainDrawerProps } from '#ui/explain/ExplainDrawer.tsx';
import { explainFigure, type FigureContext, type FigurePlace } from './explain-figure.ts';

export interface FigureDrawerProps extends Pick<ExplainDrawerProps, 'onClose' | 'onWhy'> {
  /** Undefined while the drawer is closed. */
  readonly place: FigurePlace | undefined;
  /** Nothing is explained until the settings are loaded. */
  readonly context: Omit<FigureContext, 'settings'> & { readonly settings: Settings | undefined };
}

export function FigureDrawer({ place, context, ...drawer }: FigureDrawerProps) {
  const { settings } = context;
  return <ExplainDrawer explained={place && settings && explainFigure(place, { ...context, settings })} {...drawer} />;
}
