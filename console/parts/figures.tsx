// Figures in a row: what each one is, and below it the number.

/** A name and a formatted number each. */
export function Figures({ of }: { readonly of: readonly (readonly [name: string, shown: string])[] }) {
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
