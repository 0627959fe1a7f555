/** Formats the sums of closings with the number of digits from the settings. */
import { useQuery } from '@tanstack/react-query';
import type { Figures } from '#domain/closing-steps.ts';
import { formatUnits, toUnits, toHours } from '#domain/decimal.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { settings } from '#ui/data/queries.ts';
import { figure, signedFigure } from '#ui/format/figures-and-times.ts';

/** Amounts in different currencies stay separate. */
export function usePrinted() {
  const { data } = useQuery(settings);
  const [hoursDigits, moneyDigits] = [data?.hoursDigits ?? 2, data?.moneyDigits ?? 2];
  const formatHours = (minutes: string) => figure(formatUnits(toHours(toUnits(minutes))), hoursDigits);
  const formatMoney = (value: string, currency: string | null, isSigned = false) =>
    [isSigned ? signedFigure(value, moneyDigits) : figure(value, moneyDigits), currency ?? ''].join(' ').trim();
  return {
    formatHours,
    formatMoney,
    hours: (figures: readonly Figures[]) =>
      formatHours(formatUnits(figures.reduce((sum, { minutes }) => sum + toUnits(minutes), 0n))),
    money: (figures: readonly Figures[], isSigned = false) =>
      figures.map(({ value, currency }) => {
        const printed = formatMoney(value, currency, isSigned);
        return currency === null && figures.length > 1 ? amountTexts.of(printed, null) : printed;
      }),
  };
}
