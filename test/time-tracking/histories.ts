// Random changes of trackings of three users, and a model of the rows that they lead to. It knows no HTTP.
import fc from 'fast-check';

/** Half-open, in hours of the story's days; `null`: it runs. */
export interface Span {
  readonly start: number;
  readonly end: number | null;
}

/** One attempted change; `pick` chooses among the present rows. */
export type Attempt =
  | { readonly kind: 'create'; readonly person: number; readonly span: Span; readonly insert: boolean }
  | {
      readonly kind: 'update';
      readonly person: number;
      readonly span: Span;
      readonly insert: boolean;
      readonly pick: number;
    }
  | { readonly kind: 'delete'; readonly person: number; readonly pick: number };

/** How many people the attempts are about. */
export const peopleCount = 3;
const hours = 24;

const span: fc.Arbitrary<Span> = fc
  .tuple(fc.nat({ max: hours }), fc.option(fc.integer({ min: 0, max: 6 }), { freq: 8 }))
  .map(([start, length]) => ({ start, end: length === null ? null : start + length }));

const about = {
  person: fc.nat({ max: peopleCount - 1 }),
  span,
  insert: fc.boolean(),
  pick: fc.nat({ max: 99 }),
};

/** Any attempt. */
export const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      person: about.person,
      span,
      insert: about.insert,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), ...about }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), person: about.person, pick: about.pick }),
  },
);

/** What becomes of one person's spans; `null`: the attempt is refused. Spans stay in order of their start. */
export function apply(spans: readonly Span[], one: Attempt): readonly Span[] | null {
  const picked = one.kind === 'create' || spans.length === 0 ? undefined : spans[one.pick % spans.length];
  if (one.kind !== 'create' && picked === undefined) return null;
  const others = spans.filter((other) => other !== picked);
  if (one.kind === 'delete') return others;
  if (one.span.end !== null && one.span.end <= one.span.start) return null;
  if (!one.insert && others.some((other) => overlap(other, one.span))) return null;
  return [...others.flatMap((other) => cut(other, one.span)), one.span].sort((a, b) => a.start - b.start);
}

/** Whether two spans have time in common. */
export function overlap(a: Span, b: Span): boolean {
  return a.start < (b.end ?? Infinity) && b.start < (a.end ?? Infinity);
}

function cut(other: Span, hole: Span): readonly Span[] {
  if (!overlap(other, hole)) return [other];
  const left = { start: other.start, end: hole.start };
  const right = { start: hole.end ?? Infinity, end: other.end };
  return [left, right].filter(({ start, end }) => start < (end ?? Infinity));
}

/** The hour as the wire writes it. */
export function clock(hour: number): string {
  return new Date(Date.UTC(2025, 5, 2, hour)).toISOString().slice(0, 19).replace('T', ' ');
}

/** The wire's time as an hour. */
export function hourOf(time: string): number {
  return (Date.parse(`${time.replace(' ', 'T')}Z`) - Date.UTC(2025, 5, 2)) / 3_600_000;
}
