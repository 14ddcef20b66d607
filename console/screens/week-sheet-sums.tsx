// The foot of the sheet of My week: what counts as work, what does not, the target and the balance.
import { formatBalance, formatDuration } from '../domain/duration.ts';
import type { SheetRow } from '../domain/sheet.ts';
import { words } from '../words/words.ts';
import { week } from './week-model.ts';

/** Work counts, breaks do not: where there are some, both are said, so that each column adds up. */
export function SheetSums({ breaks }: { readonly breaks: readonly SheetRow[] }) {
  const w = words.value.week;
  const { days, balance, worked, target } = week.value;
  const pauses = days.map((_, column) =>
    breaks.reduce((sum, { cells }) => sum + (cells[column]?.seconds ?? 0), 0),
  );
  const paused = pauses.reduce((sum, seconds) => sum + seconds, 0);
  const name = paused > 0 ? w.workedOnly : w.worked;
  return (
    <tfoot>
      <SumLine name={name} values={days.map((day) => day.worked)} sum={worked} />
      {paused > 0 && <SumLine name={w.breaks} values={pauses} sum={paused} isQuiet />}
      <SumLine name={w.target} values={days.map((day) => day.target ?? 0)} sum={target} isQuiet />
      <tr>
        <th scope="row">{w.balance}</th>
        <td colSpan={days.length} />
        <td class="num">{formatBalance(balance)}</td>
      </tr>
    </tfoot>
  );
}

interface SumLineProps {
  readonly name: string;
  readonly values: readonly number[];
  readonly sum: number;
  readonly isQuiet?: boolean;
}

function SumLine({ name, values, sum, isQuiet }: SumLineProps) {
  return (
    <tr class={isQuiet === true ? 'muted' : ''}>
      <th scope="row">{name}</th>
      {values.map((value, column) => (
        <td class="num" key={week.value.days[column]?.date}>
          {value === 0 ? '–' : formatDuration(value)}
        </td>
      ))}
      <td class="num">{formatDuration(sum)}</td>
    </tr>
  );
}
