// Figures in a row: what each one is, and below it the number.
import type { ComponentChildren } from 'preact';

/** A name and a formatted number each. */
export function Figures({
  of,
}: {
  readonly of: readonly (readonly [name: string, shown: ComponentChildren])[];
}) {
  return (
    <dl class="figures">
      {of.map(([name, shown]) => (
        <div class="figure" key={name}>
          <dt>{name}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  );
}
