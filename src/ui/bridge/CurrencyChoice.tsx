/** Chooses one currency to explain, because amounts in different currencies are never added up. */
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { Choice } from '#ui/components/Choice.tsx';

const NONE = '';

interface CurrencyChoiceProps {
  readonly currency: string | null | undefined;
  readonly currencies: readonly (string | null)[] | undefined;
  readonly onChange: (currency: string | null) => void;
}

export function CurrencyChoice({ currency = null, currencies = [], onChange }: CurrencyChoiceProps) {
  if (currencies.length < 2) return null;
  return (
    <Choice
      aria-label={texts.currency}
      w={110}
      allowDeselect={false}
      value={currency ?? NONE}
      onChange={(value) => onChange(value === NONE ? null : value)}
      data={currencies.map((label) => ({ value: label ?? NONE, label: label ?? texts.noCurrencyLabel }))}
    />
  );
}
