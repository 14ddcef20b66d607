// What a field asks of a stored value beside its type: one of a list, between bounds, not too long.
import type { Stored, ValueContext } from './field-type.ts';
import type { Field } from './resource.ts';

/** What the value would have to be, as half a sentence; `null`: the value is right. */
export function missedBound(
  { values, min, max, maxLength, type }: Field,
  stored: Exclude<Stored, null>,
  context: ValueContext,
): string | null {
  if (values !== undefined && !values.includes(stored))
    return `one of ${values.map((one) => type.render(one, context)).join(', ')}`;
  if (typeof stored === 'string')
    return maxLength !== undefined && isLonger(stored, maxLength)
      ? `text of at most ${maxLength} characters`
      : null;
  if (min !== undefined && stored < min) return `at least ${type.render(min, context)}`;
  if (max !== undefined && stored > max) return `at most ${type.render(max, context)}`;
  return null;
}

/** Characters are code points; one that takes two units counts once. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text].length > most;
}
