// Values as a line. The table beside it has the same numbers.
import { plotLine } from '../domain/plot.ts';

interface PlotProps {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly tick: (value: number) => string;
  /** What the first value and the last one are of. */
  readonly ends?: readonly string[];
}

const [width, height] = [600, 100];

/** Draws the line; fewer than two values are none. */
export function LinePlot({ label, values, tick: textOf, ends = [] }: PlotProps) {
  if (values.filter((value) => value !== null).length < 2) return null;
  const { path, area, zero, ticks, points } = plotLine(values, width, height);
  const last = points.at(-1);
  return (
    <figure class="plot">
      <div class="plot-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick.value} style={{ '--at': `${(tick.y / height) * 100}%` }}>
            {textOf(tick.value)}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
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
      {ends.length > 0 && (
        <figcaption class="plot-ends" aria-hidden="true">
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
