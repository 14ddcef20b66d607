// The violations of a day, in words, and the comments of users on it.
import type { Row } from '#resource/rule.ts';

const violations: readonly (readonly [column: string, words: string])[] = [
  ['law_limit_daily_hours_violation', 'too many hours a day'],
  ['law_limit_weekly_hours_violation', 'too many hours a week'],
  ['break_law_violation', 'break missing'],
  ['rest_period_violation', 'rest too short'],
  ['rest_period_weekly_violation', 'weekly rest too short'],
  ['core_time_violation', 'core time missed'],
  ['plausibility_conflict_violation', 'times contradict each other'],
];

/** The remarks on a row of timesheetAccountings; empty text: none. `translated`: words by column, where there are others. */
export function remarksOf(day: Row, translated: Readonly<Record<string, string>> = {}): string {
  const broken = violations
    .filter(([column]) => day[column] === 1)
    .map(([column, words]) => translated[column] ?? words);
  const comment = (day['comment'] ?? '') as string;
  return [broken.join(', '), comment].filter((part) => part !== '').join('; ');
}
