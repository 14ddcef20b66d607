// Writes of a transaction whose answers nothing waits for: they are held back until it asks something or commits, because few
// statements are left of them by then. Of a batch the rows of a table are inserted together, and of all changes of a project's
// hours only the last is made. It sends nothing.
import type { Merging } from './database.ts';
import type { Effect } from './postgres-unit-log.ts';
import { writtenTable } from './written-table.ts';

/** What is held back. */
export interface HeldWrites {
  hold(effects: readonly Effect[]): void;
  /** Goes back to the savepoint. `false`: that is to be sent, because the savepoint was, or something was written since. */
  undo(name: string): boolean;
  /** What is left to be sent of it, in order; nothing is held any more. */
  take(): readonly Effect[];
}

/** Holds nothing yet. */
export function createHeldWrites(): HeldWrites {
  let held: Effect[] = [];
  return {
    hold: (effects) => void held.push(...effects),
    undo(name) {
      held = withoutSavepoints(held);
      const last = held.at(-1);
      const isLast = last?.text === name && (last.kind === 'mark' || last.kind === 'release');
      if (isLast) held.pop();
      return isLast && last.kind === 'mark';
    },
    take() {
      if (held.length === 0) return held;
      const effects = held;
      held = [];
      return merged(withoutSavepoints(effects));
    },
  };
}

/** Without those that are released: when a write fails whose success was taken for granted, all is done again. */
function withoutSavepoints(effects: readonly Effect[]): Effect[] {
  const left: (Effect | null)[] = [];
  let marks: number[] = [];
  for (const effect of effects) {
    const { kind } = effect;
    if (kind === 'mark') marks.push(left.length);
    // Undone writes are sent, so that one of them which fails is seen to fail.
    if (kind === 'undo' && marks.pop() === undefined) marks = [];
    const mark = kind === 'release' ? marks.pop() : undefined;
    if (mark === undefined) left.push(effect);
    else left[mark] = null;
  }
  return left.filter((effect) => effect !== null);
}

/** Rows that one statement inserts, at the place of the first. */
interface Inserts {
  readonly place: number;
  readonly refersTo: ReadonlySet<string>;
  readonly effects: Effect[];
}

/** Those that are left when rows go into a table together, and the last change of a row stands for those before. */
function merged(effects: readonly Effect[]): readonly Effect[] {
  const left: (Effect | Inserts | null)[] = [];
  /** By their text; and the places of updates by text and key. */
  const inserts = new Map<string, Inserts>();
  const updates = new Map<string, { readonly text: string; readonly place: number }>();
  const insert = (
    effect: Effect,
    { into, refersTo }: Extract<Merging, { readonly kind: 'insert' }>,
  ): void => {
    const { text } = effect;
    const open = inserts.get(text) ?? { place: left.length, refersTo, effects: [] };
    // Rows that come later may refer to this one: they must not go in before.
    for (const [key, other] of inserts)
      if (other.place < open.place && into.some((name) => other.refersTo.has(name))) inserts.delete(key);
    if (open.effects.length === 0) left.push(open);
    open.effects.push(effect);
    inserts.set(text, open);
  };
  const update = (effect: Effect, { key, adds }: Extract<Merging, { readonly kind: 'update' }>): void => {
    const name = `${effect.text} ${key}`;
    const place = updates.get(name)?.place;
    updates.set(name, { text: effect.text, place: left.length });
    left.push(place === undefined ? effect : withAdded(effect, left[place] as Effect, adds));
    if (place !== undefined) left[place] = null;
  };
  /** It may read the tables that it names, or depend on the rows that are there: what comes later stays behind it. */
  const other = (effect: Effect): void => {
    const concerns = (text: string): boolean =>
      effect.kind !== 'run' || effect.text.includes(writtenTable(text) ?? '');
    for (const text of inserts.keys()) if (concerns(text)) inserts.delete(text);
    for (const [name, { text }] of updates) if (concerns(text)) updates.delete(name);
    left.push(effect);
  };
  for (const effect of effects) {
    const { merging } = effect;
    if (merging === undefined) other(effect);
    else if (merging.kind === 'insert') insert(effect, merging);
    else update(effect, merging);
  }
  return left.flatMap((one) =>
    one === null ? [] : 'effects' in one ? insertedTogether(one.effects) : [one],
  );
}

/** The update that stands for one before it too. */
function withAdded(effect: Effect, before: Effect, adds: number | null): Effect {
  if (adds === null) return effect;
  const sum = Number(effect.parameters[adds]) + Number(before.parameters[adds]);
  return { ...effect, parameters: effect.parameters.with(adds, sum) };
}

/** Rows of one statement: few numbers, so that few statements are kept prepared. */
const rowsTogether = [64, 32, 16, 8, 4, 2];

function insertedTogether(effects: readonly Effect[]): readonly Effect[] {
  const left: Effect[] = [];
  let done = 0;
  for (const size of rowsTogether)
    for (; effects.length - done >= size; done += size)
      left.push(manyInserted(effects.slice(done, done + size)));
  return [...left, ...effects.slice(done)];
}

const texts = new Map<string, string>();

function manyInserted(effects: readonly Effect[]): Effect {
  const [{ text, parameters }] = effects as readonly [Effect];
  const name = `${effects.length} ${text}`;
  let together = texts.get(name);
  if (together === undefined) {
    const [, head, row] = /^(insert into .*? values )(\(.*\))$/s.exec(text) ?? [];
    if (head === undefined || row === undefined)
      throw new Error(`This inserts no row by its values: ${text}`);
    const rows = effects.map((_, place) =>
      row.replaceAll(/\$(\d+)/g, (_all, number) => `$${Number(number) + place * parameters.length}`),
    );
    together = `${head}${rows.join(', ')}`;
    texts.set(name, together);
  }
  return { kind: 'run', text: together, parameters: effects.flatMap((one) => one.parameters) };
}
