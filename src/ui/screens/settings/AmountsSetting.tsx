/** Chooses which amount is the billable value. Both totals stand side by side to show the effect of the choice. */
import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { amountSources, type AmountSource } from '#domain/settings.ts';
import { refusedSettingTexts, settingsTexts } from '#texts/screens/settings.ts';
import { Pending } from '#ui/components/states.tsx';
import { count, difference, readSign } from '#ui/format/figures-and-times.ts';
import { formatAs } from '#ui/format/measured.ts';
import { dataStatus, report } from '#ui/data/queries.ts';
import { type FieldState, useSaveSetting } from './SettingRow.tsx';
import { propertyNames } from '#domain/properties.ts';
import classes from './SettingsScreen.module.css';

const texts = settingsTexts.amounts;
const RECORDED = propertyNames.billableAmount;
const AUTO = propertyNames.billableAmountAuto;

type Totals = Partial<Record<AmountSource, string | null>>;

export function AmountsSetting({ settings, rejectedText }: FieldState) {
  const { save, problem: saveProblem } = useSaveSetting('amounts', texts.label, (value) =>
    value === null ? texts.notAsked : texts.values[value],
  );
  const problem =
    saveProblem ?? (rejectedText === undefined ? undefined : refusedSettingTexts.choose(texts.values.recorded));
  const { data: status } = useQuery(dataStatus);
  const { data: sums } = useQuery(report({ measures: [RECORDED, AUTO] }));
  const totals: Totals = {
    recorded: sums?.totals[RECORDED] ?? null,
    auto: sums?.totals[AUTO] ?? null,
  };
  const currency = sums ? chooseCurrency(sums, settings.currency) : null;
  const formatMoney = (amount: string) => `${formatAs('money', amount, settings)} ${currency ?? ''}`.trim();
  const none = sums && hasMultipleCurrencies(sums) ? texts.several : texts.none;
  return (
    <Stack gap="sm" pt="xs" px="lg" pb="md">
      <p className="hint">{texts.help}</p>
      {settings.amounts === null && rejectedText === undefined && (
        <Text inherit c="var(--warn)" fz="xs">
          {texts.notAsked}
        </Text>
      )}
      <Radio.Group
        aria-label={texts.label}
        value={settings.amounts ?? ''}
        onChange={(value) => {
          const chosen = amountSources.find((source) => source === value);
          if (chosen) save(chosen);
        }}
      >
        <div className={classes.choices}>
          {amountSources.map((source) => (
            <label key={source} className={classes.choice} data-chosen={settings.amounts === source || undefined}>
              <Radio value={source} />
              <Stack gap={0} flex="1 1 192px" miw={0}>
                <Text span inherit fw={500}>
                  {texts.values[source]}
                </Text>
                <span className="hint">{texts.details[source]}</span>
              </Stack>
              {source !== 'recorded-else-auto' && (
                <Text span inherit className="figure" flex="none" fw={600} data-testid={`amount-${source}`}>
                  {sums ? <Total amount={totals[source]} money={formatMoney} none={none} /> : <Pending width="96px" />}
                </Text>
              )}
            </label>
          ))}
        </div>
      </Radio.Group>
      {sums && (
        <p className="hint">
          {compareTotals(
            totals,
            formatMoney,
            status?.complete ? texts.over(count(sums.records)) : texts.overSoFar(count(sums.records)),
          )}
        </p>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </Stack>
  );
}

interface TotalProps {
  readonly amount: string | null | undefined;
  readonly money: (amount: string) => string;
  /** The reason for a missing total. */
  readonly none: string;
}

function Total({ amount, money, none }: TotalProps) {
  return amount === null || amount === undefined ? none : money(amount);
}

/** @param over the number of records, in words */
function compareTotals({ recorded, auto }: Totals, money: TotalProps['money'], over: string): string {
  if (recorded == null || auto == null) return over;
  const excess = difference(auto, recorded);
  return readSign(excess) === 0 ? texts.equal(over) : texts.differ(money(excess.replace(/^-/, '')), over);
}
