// What a person's timer must lead to, told from nothing: all events in order, between what was entered or approved.

/** One call of the timer. Moments are whole numbers from one that the test chooses. */
export interface TimerEvent {
  readonly kind: 'start' | 'stop' | 'toggle';
  readonly at: number;
  /** `null`: what it begins has no task of its own. */
  readonly task: number | null;
  readonly name: string | null;
  readonly notes?: string | undefined;
}

/**
 * What stays whatever events come: it was entered or edited by hand, or is approved, closed or requested. Like all trackings
 * it is half-open. `end` null: it runs, so that only its start is fixed.
 */
export interface Barrier {
  readonly start: number;
  readonly end: number | null;
  /** The moment of the event that began it: nothing is begun by that again, but what ran ends there. */
  readonly begunBy?: number;
  /** The moment of the events that ended it: no toggle of that moment begins anything. */
  readonly endedBy?: number | undefined;
  /** Of what runs. */
  readonly task?: number;
}

/** A tracking that the timer makes. */
export interface Folded {
  readonly start: number;
  readonly end: number | null;
  readonly task: number | null;
  readonly name: string | null;
  readonly notes: string | undefined;
}

/** The trackings that the events lead to beside closed barriers, in order. Repeated events count once. */
export function fold(events: readonly TimerEvent[], barriers: readonly Barrier[] = []): readonly Folded[] {
  const unique = [...new Map(events.map((event) => [JSON.stringify(event), event])).values()];
  const all = unique.map((event) => ({ ...event, at: event.at + (isFirstSecond(event, unique) ? 1 : 0) }));
  const folded: Folded[] = [];
  let running: Folded | null = null;
  const end = (at: number, notes?: string): void => {
    if (running !== null) folded.push({ ...running, end: at, notes: notes ?? running.notes });
    running = null;
  };
  const moments = [...all, ...barriers.map(({ start }) => ({ at: start }))].map(({ at }) => at);
  for (const at of [...new Set(moments)].toSorted((a, b) => a - b)) {
    const ran: Folded | null = running;
    const now = all.filter((event) => event.at === at && !isBarred(event, barriers)).toSorted(inOrder);
    const ending = now.filter((event) => ran !== null && isEnding(event, ran, unique));
    if (ending.length > 0) end(at, ending.findLast(({ notes }) => notes !== undefined)?.notes);
    const begins = beginnerOf(now, ran, barriers);
    const barrier = barriers.find(({ start }) => start === at);
    if (barrier !== undefined || begins !== undefined || now.some(({ kind }) => kind === 'start')) end(at);
    if (barrier?.end === null) running = { task: null, name: null, notes: undefined, ...barrier };
    else if (begins !== undefined)
      running = { start: at, end: null, task: begins.task, name: begins.name, notes: begins.notes };
  }
  return running === null ? folded : [...folded, running];
}

/** Whether it lies inside a barrier: then it does nothing. */
export function isBarred({ at }: Pick<TimerEvent, 'at'>, barriers: readonly Barrier[]): boolean {
  return barriers.some(({ start, end }) => (end === null ? at === start : at >= start && at < end));
}

/** What of a moment begins a tracking: the last start, or the last toggle if nothing ran. */
function beginnerOf(
  now: readonly TimerEvent[],
  ran: Folded | null,
  barriers: readonly Barrier[],
): TimerEvent | undefined {
  const at = now[0]?.at;
  if (barriers.some(({ begunBy }) => begunBy === at)) return undefined;
  const isFree = ran === null && barriers.every(({ endedBy }) => endedBy !== at);
  return now.findLast(({ kind }) => kind === 'start' || (kind === 'toggle' && isFree));
}

/** A stop ends what its name began, or what runs if its name stands for nothing before it. */
function isEnding({ kind, at, name }: TimerEvent, ran: Folded, all: readonly TimerEvent[]): boolean {
  if (kind === 'start') return false;
  if (kind === 'toggle' || name === null || name === ran.name) return true;
  return !all.some((other) => other.name === name && other.at < at);
}

/** Whether it stops in the second in which its name starts: nothing lasts for no time. */
function isFirstSecond({ kind, at, name }: TimerEvent, all: readonly TimerEvent[]): boolean {
  if (kind !== 'stop' || name === null) return false;
  return all.some((other) => other.kind === 'start' && other.name === name && other.at === at);
}

const kinds = ['stop', 'toggle', 'start'];

function inOrder(one: TimerEvent, other: TimerEvent): number {
  const [a, b] = [one, other].map(({ kind, name }) => `${kinds.indexOf(kind)} ${name ?? ''}`) as [
    string,
    string,
  ];
  return a < b ? -1 : a > b ? 1 : 0;
}
