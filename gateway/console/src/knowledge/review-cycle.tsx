import { SelectField } from '../ui/field.js';
import { t } from '../words/words.js';

const USUAL = [0, 30, 90, 180, 365, 730];

interface Props {
  /** Days; 0: no review cycle. */
  days: number;
  error?: string | undefined;
  onChange(days: number): void;
}

/** Chooses after how many days somebody is to look at a piece of evidence again. */
export function ReviewCycleField({ days, error, onChange }: Props) {
  const choices = [...new Set([...USUAL, days])].sort((a, b) => a - b);
  return (
    <SelectField
      label={t('evidence:reviewEvery')}
      help={t('evidence:reviewEveryHelp')}
      value={String(days)}
      options={choices.map((one) => [String(one), cycleWords(one)] as const)}
      error={error}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

/** "Every 90 days". */
export const cycleWords = (days: number): string =>
  days === 0 ? t('evidence:noReview') : t('evidence:everyDays', { count: days });
