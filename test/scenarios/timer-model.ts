// Random doings with one person's timer, and a model of what the server must make of them. It knows no HTTP.
import fc from 'fast-check';

/** Half-open, in minutes; `end` null: it runs. */
export interface Booked {
  readonly start: number;
  readonly end: number | null;
  readonly task: number;
  readonly approved: boolean;
}

/** One thing that somebody does at `now`, minutes after the one before; `pick` chooses among what is booked. */
export interface Doing {
  readonly kind: 'start' | 'stop' | 'toggle' | 'split' | 'create' | 'update' | 'delete' | 'approve';
  /** Minutes since the doing before it. */
  readonly pause: number;
  readonly task: number;
  readonly pick: number;
  /** Minutes from the beginning of the day. */
  readonly from: number;
  readonly length: number;
  readonly insert: boolean;
  /** Which of the clients does it. */
  readonly client: number;
}

const weights = { start: 5, stop: 3, toggle: 4, split: 2, create: 3, update: 2, delete: 1, approve: 1 };

/** Any doing, on one of these tasks. */
export function doing(tasks: readonly number[]): fc.Arbitrary<Doing> {
  const kinds = Object.entries(weights).map(([kind, weight]) => ({
    weight,
    arbitrary: fc.constant(kind as Doing['kind']),
  }));
  return fc.record({
    kind: fc.oneof(...kinds),
    pause: fc.oneof(fc.constant(0), fc.nat({ max: 30 })),
    task: fc.constantFrom(...tasks),
    pick: fc.nat({ max: 99 }),
    from: fc.nat({ max: 240 }),
    length: fc.integer({ min: 1, max: 60 }),
    insert: fc.boolean(),
    client: fc.nat({ max: 2 }),
  });
}

/** The shortest time that a stop leaves: a second. */
const second = 1 / 60;

/** What is booked after it, in order of start; `null`: it is refused. */
export function after(booked: readonly Booked[], one: Doing, now: number): readonly Booked[] | null {
  const running = booked.find(({ end }) => end === null);
  const picked = booked[one.pick % Math.max(1, booked.length)];
  switch (one.kind) {
    case 'start':
      return begin(booked, { task: one.task, now, insert: one.insert });
    case 'stop':
      return running === undefined ? booked : stop(booked, running, now);
    case 'toggle':
      if (running !== undefined) return stop(booked, running, now);
      return begin(booked, { task: one.task, now, insert: one.insert });
    case 'split':
      return picked === undefined ? booked : split(booked, picked, { one, now });
    case 'create':
      return put(
        booked,
        { start: one.from, end: one.from + one.length, task: one.task, approved: false },
        { one, now },
      );
    case 'update': {
      if (picked === undefined) return booked;
      const span = { ...picked, start: one.from, end: one.from + one.length };
      return picked.approved ? null : put(without(booked, picked), span, { one, now });
    }
    case 'delete':
      if (picked === undefined) return booked;
      return picked.approved ? null : without(booked, picked);
    case 'approve':
      if (picked === undefined) return booked;
      return picked.end === null
        ? null
        : [...without(booked, picked), { ...picked, approved: true }].sort(byStart);
  }
}

function begin(
  booked: readonly Booked[],
  { task, now, insert }: { task: number; now: number; insert: boolean },
): readonly Booked[] | null {
  const same = booked.find(({ start }) => start === now);
  const fresh = { start: now, end: null, task, approved: false };
  if (same !== undefined && (same.end ?? Infinity) > now) {
    if (same.approved) return null;
    const rest = without(booked, same);
    return rest.some(({ start }) => start > now) ? null : [...rest, fresh].sort(byStart);
  }
  const ended = booked.map((other) =>
    other.end === null && other.start < now ? { ...other, end: now } : other,
  );
  return put(ended, fresh, { one: { insert }, now });
}

function stop(booked: readonly Booked[], running: Booked, now: number): readonly Booked[] {
  const end = Math.max(now, running.start + second);
  return booked.map((other) => (other === running ? { ...other, end } : other));
}

function split(
  booked: readonly Booked[],
  picked: Booked,
  { one, now }: { one: Doing; now: number },
): readonly Booked[] | null {
  const at = one.from;
  const inside = at > picked.start && at < (picked.end ?? Infinity) && at <= now;
  if (!inside || picked.approved) return null;
  const parts = [
    { ...picked, end: at },
    { ...picked, start: at, task: one.task },
  ];
  return [...without(booked, picked), ...parts].sort(byStart);
}

function put(
  others: readonly Booked[],
  span: Booked,
  { one, now }: { one: Pick<Doing, 'insert'>; now: number },
): readonly Booked[] | null {
  const hit = others.filter((other) => overlap(other, span));
  if (hit.length > 0 && (!one.insert || hit.some(({ approved }) => approved))) return null;
  const parts = others.flatMap((other) => (hit.includes(other) ? cut(other, span) : [other]));
  if (parts.some(({ start, end }) => end === null && start > now)) return null;
  return [...parts, span].sort(byStart);
}

function cut(other: Booked, hole: Booked): readonly Booked[] {
  const left = { ...other, end: hole.start };
  const right = { ...other, start: hole.end ?? Infinity };
  return [left, right].filter(({ start, end }) => start < (end ?? Infinity));
}

/** Whether both have time in common. */
export function overlap(a: Pick<Booked, 'start' | 'end'>, b: Pick<Booked, 'start' | 'end'>): boolean {
  return a.start < (b.end ?? Infinity) && b.start < (a.end ?? Infinity);
}

function without(booked: readonly Booked[], one: Booked): readonly Booked[] {
  return booked.filter((other) => other !== one);
}

function byStart(a: Booked, b: Booked): number {
  return a.start - b.start;
}
