/** Printed on paper only, where it shows a part: how many of how many, and where all of them are available. */
import { paperTexts as texts } from '#texts/screens/paper.ts';
import { count } from '../format/figures.ts';

type Kind = 'lines' | 'columns' | 'records' | 'findings';

export interface PrintedPart {
  readonly kind: Kind;
  readonly shown: number;
  readonly all: number;
}

export interface PrintNoticeProps {
  readonly parts: readonly PrintedPart[];
  readonly whole: keyof typeof texts.whole;
}

export function PrintNotice({ parts, whole }: PrintNoticeProps) {
  const lacking = parts.filter(({ shown, all }) => shown < all);
  if (lacking.length === 0) return null;
  return (
    <p className="on-paper" data-testid="print-notice">
      {texts.shows(
        lacking.map(({ kind, shown, all }) => texts[kind](count(shown), count(all))),
        texts.whole[whole],
      )}
    </p>
  );
}
