/** The figures at an axis: round ones that span what is drawn. */
import type { Grid } from '../../../../../src/domain/reports/print/model.ts';
import { groupThousands } from '../../../../../src/domain/thousands.ts';

const rounds = [1, 2, 2.5, 5, 10];

/** From at or below `low` to at or above `high`, 0 among them. Hours as h:mm are whole. */
export function niceTicks(low: number, high: number, most: number, scale: Grid['style']): number[] {
  const span = high - low || 1;
  const rough = span / Math.max(1, most - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = rounds.map((each) => each * power).find((each) => each >= rough * 0.999) ?? 10 * power;
  const step = scale === 'clock' ? Math.max(1, Math.ceil(nice)) : nice;
  const ticks: number[] = [];
  for (let at = Math.floor(low / step); at <= Math.ceil(high / step - 1e-9); at += 1) ticks.push(at * step);
  return ticks.length > 1 ? ticks : [0, step];
}

export function tickText(value: number, scale: Grid['style']): string {
  const shown = scale === 'percent' ? value * 100 : value;
  const rounded = Math.round(Math.abs(shown) * 1000) / 1000;
  const [whole = '0', fraction] = String(rounded).split('.');
  const text = /^\d+$/.test(whole) ? groupThousands(BigInt(whole)) : whole;
  const sign = shown < 0 && rounded !== 0 ? '-' : '';
  if (scale === 'clock') return `${sign}${text}:00`;
  return `${sign}${text}${fraction === undefined ? '' : `.${fraction}`}${scale === 'percent' ? ' %' : ''}`;
}
