// Values beside rows, such as the parameters of an action: parsed before, and here of the type that their field declares.

/** Parsed values by name. */
type Values = Readonly<Record<string, unknown>>;

/** A number that need not be sent; `null`: it was not. Throws an Error for a value of another type. */
export function numberIn(values: Values, name: string): number | null {
  const value = values[name] ?? null;
  if (value === null || typeof value === 'number') return value;
  throw new Error(`${name} is ${JSON.stringify(value)}, which is no number.`);
}

/** A text that need not be sent; `null`: it was not. Throws an Error for a value of another type. */
export function textIn(values: Values, name: string): string | null {
  const value = values[name] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new Error(`${name} is ${JSON.stringify(value)}, which is no text.`);
}

/** A number that must be sent. Throws an Error without one. */
export function sentNumber(values: Values, name: string): number {
  const value = numberIn(values, name);
  if (value === null) throw new Error(`${name} is missing.`);
  return value;
}

/** A text that must be sent. Throws an Error without one. */
export function sentText(values: Values, name: string): string {
  const value = textIn(values, name);
  if (value === null) throw new Error(`${name} is missing.`);
  return value;
}
