// Ids of derived facts: the numbers that make a fact what it is, packed into one. Equal facts have equal ids for ever.
import type { Subject } from '#resource/resource.ts';

/** Packs numbers, each with the bits it has; together at most 53, so that the id is exact as a JSON number. */
export function factId(...parts: readonly (readonly [value: number, bits: number])[]): number {
  let id = 0;
  for (const [value, bits] of parts) {
    const size = 2 ** bits;
    if (value >= size) throw new Error(`the id ${value} does not fit into ${bits} bits of a fact`);
    id = id * size + value;
  }
  return id;
}

/** Bits of the id of a user, and of a question. */
export const userBits = 22;
/** Bits of the id of a question. */
export const questionBits = 8;

/** The id of the user whose rights are told; they are never those of a credential without one. */
export function subjectIdOf({ accessContext }: Subject): number {
  if (accessContext.userId === null) throw new Error('Rights are told of users only.');
  return accessContext.userId;
}
