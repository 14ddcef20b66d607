// Entities in the places where an array is meant: real clients also send an object with numbers for keys, or a single entity.

const wholeNumber = /^(?:0|[1-9]\d*)$/;

/** The members of an object whose keys are all whole numbers, in ascending order of the keys; `null`: it is another one. */
export function inKeyOrder(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([key]) => wholeNumber.test(key))) return null;
  // Without leading zeros a longer number is a larger one.
  return members.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)).map(([, member]) => member);
}

/** Children of one resource: an array, an object with numbers for keys, or a single one; `null`: neither. */
export function listedEntities(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return null;
  return inKeyOrder(value) ?? [value];
}
