// The balance over a month as a line; the table below it has the same numbers.
import type { CivilDate } from '../domain/civil.ts';
import { formatBalance, secondsOfHours } from '../domain/duration.ts';
import { plotLine } from '../domain/plot.ts';
import type { AccountDay } from '../domain/rows.ts';
import { words } from '../words/words.ts';
import { today } from './progress.ts';

interface PlotProps {
  readonly dates: readonly CivilDate[];
  readonly days: ReadonlyMap<CivilDate, AccountDay>;
}

const [width, height] = [600, 100];

/** Draws the line up to today. */
export function BalancePlot({ dates, days }: PlotProps) {
  const values = dates.map((date) =>
    date > today.value ? null : (days.get(date)?.working_time_total_balance ?? null),
  );
  if (values.filter((value) => value !== null).length < 2) return null;
  const { path, area, zero, ticks, points } = plotLine(values, width, height);
  const last = points.at(-1);
  return (
    <figure class="plot">
      <div class="plot-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick.value} style={{ '--at': `${(tick.y / height) * 100}%` }}>
            {formatBalance(secondsOfHours(tick.value))}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.value.account.plot}
      >
        {ticks.map((tick) => (
          <line key={tick.value} class="grid" x1={0} x2={width} y1={tick.y} y2={tick.y} />
        ))}
        {zero !== null && <line class="zero" x1={0} x2={width} y1={zero} y2={zero} />}
        <path class="area" d={area} />
        <path class="line" d={path} />
      </svg>
      {last !== undefined && (
        <span
          class="plot-end"
          aria-hidden="true"
          style={{ '--x': `${(last.x / width) * 100}%`, '--y': `${(last.y / height) * 100}%` }}
        />
      )}
    </figure>
  );
}
