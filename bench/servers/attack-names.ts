// What the attacker is told, and what attacks there are.

/** Every attack, in the order in which they are measured. */
export const attackNames = [
  'bodies that never come',
  'nested arrays',
  'parameters',
  'empty children',
  'whole account',
  'lists of ten thousand',
  'passwords',
] as const;

/** One attack on one service. */
export interface AttackTarget {
  readonly name: string;
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What stands before the resource in an address. */
  readonly path: string;
  /** Ids of users whose passwords are set. */
  readonly people: readonly number[];
}
