// Whether the machine's clock is right, judged by an answer of the server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clockOffset, momentShift, type ClockState } from '../../../console/domain/server-clock.ts';
import { runs } from '../../support/property.ts';

const at = (seconds: number): number => 1_790_000_000_000 + seconds * 1000;
const server = (seconds: number): number => 1_790_000_000 + seconds;

describe('the clock of the machine beside the clock of the server', () => {
  it('is left alone when the answer took nine seconds', () => {
    assert.equal(clockOffset(server(0), { asked: at(0), received: at(9) }), 0);
    assert.equal(clockOffset(server(9), { asked: at(0), received: at(9) }), 0);
  });

  it('is left alone when it is two seconds wrong', () => {
    assert.equal(clockOffset(server(2), { asked: at(0), received: at(0) }), 0);
    assert.equal(clockOffset(server(-2), { asked: at(0), received: at(0) }), 0);
  });

  it('is set right when it is an hour behind or ahead', () => {
    assert.equal(clockOffset(server(3600), { asked: at(0), received: at(1) }), 3600);
    assert.equal(clockOffset(server(-3600), { asked: at(0), received: at(1) }), -3600);
  });

  it('is set right to half the way of the answer when the answer was slow', () => {
    assert.equal(clockOffset(server(3605), { asked: at(0), received: at(10) }), 3601);
  });
});

describe('an answer when the clock was found to be wrong before', () => {
  it('leaves alone what it does not contradict', () => {
    assert.equal(clockOffset(server(5), { asked: at(0), received: at(9) }, 5), 5);
    assert.equal(clockOffset(server(7), { asked: at(0), received: at(0) }, 5), 5);
  });

  it('tells that the clock was set right', () => {
    assert.equal(clockOffset(server(0), { asked: at(0), received: at(0) }, 3600), 0);
  });
});

describe('the moment of a press', () => {
  const wrong = { offset: -3600, ahead: 3600 };
  const right = { offset: 0, ahead: 0 };

  it('moves where the clock was set right before it, and not where after it', () => {
    assert.equal(momentShift(wrong, 0, right), 3600);
    assert.equal(momentShift(wrong, 3600, right), 0);
  });

  it('does not move where the machine slept before it, after it, or both', () => {
    assert.equal(momentShift(right, 500, { offset: 0, ahead: 500 }), 0);
    assert.equal(momentShift(right, 0, { offset: 0, ahead: 500 }), 0);
    assert.equal(momentShift(right, 500, { offset: 0, ahead: 900 }), 0);
  });

  it('does not move by what the two clocks differ in hours', () => {
    assert.equal(momentShift(right, 1.5, { offset: 0, ahead: 1.9 }), 0);
  });

  it('moves by what the first answer tells of a page that began without one', () => {
    const unknown = { offset: null, ahead: 3600 };
    assert.equal(momentShift(unknown, 3600, { offset: -3600, ahead: 3600.1 }), -3600);
    assert.equal(momentShift(unknown, 3600, right), -3600, 'set right after the press');
    // Browsers round their clocks: readings of one that was not set may differ by nothing.
    assert.equal(momentShift(unknown, 3600, { offset: -3600, ahead: unknown.ahead }), -3600);
    assert.equal(momentShift({ offset: null, ahead: 0 }, 0, { offset: 0, ahead: 500 }), 0, 'slept');
  });

  it('does not move where nothing was heard since', () => {
    assert.equal(momentShift(right, 500, right), 0);
    assert.equal(momentShift({ offset: null, ahead: 0 }, 500, { offset: null, ahead: 0 }), 0);
  });

  it('moves on another page where the clock was set before it, not after', () => {
    const elsewhere = { offset: -3600, ahead: Infinity };
    assert.equal(momentShift(right, 3600, elsewhere), -3600);
    assert.equal(momentShift(right, 0, elsewhere), 0);
    assert.equal(momentShift({ offset: null, ahead: 0 }, 0, elsewhere), -3600);
  });
});

/** What happens to a machine, in seconds: it runs, sleeps, and its clock is set. */
type Event = readonly ['run' | 'sleep' | 'set', number];

/** A machine with a wrong clock that does no more than count; hears the server's time and notes a press. */
class Machine {
  #real = 1_790_000_000;
  #slept = 0;
  #heard = 0;
  #wrong: number;
  known: ClockState = { offset: 0, ahead: 0 };

  constructor(wrong: number) {
    this.#wrong = wrong;
  }

  live(events: readonly Event[]): void {
    for (const [kind, seconds] of events) {
      if (kind !== 'set') this.#real += seconds;
      if (kind === 'sleep') this.#slept += seconds;
      if (kind === 'set') this.#wrong += seconds;
    }
  }

  hear(): void {
    const wall = (this.#real + this.#wrong) * 1000;
    const way = { asked: wall - 300, received: wall + 300 };
    // The two clocks are never read at one moment exactly.
    const apart = (this.#heard += 1) / 1_000_000;
    this.known = { offset: clockOffset(this.#real, way, this.known.offset ?? 0), ahead: this.ahead + apart };
  }

  /** How far the clock is ahead of the time that has run. */
  get ahead(): number {
    return this.#wrong + this.#slept;
  }

  /** What the page takes for the present, and what is. */
  read(): { readonly shown: number; readonly real: number } {
    return { shown: this.#real + this.#wrong + (this.known.offset ?? 0), real: this.#real };
  }
}

describe('the moment of a press on a machine that sleeps and is set', () => {
  const run = fc.tuple(fc.constant('run' as const), fc.integer({ min: 0, max: 9_000 }));
  const sleep = fc.tuple(fc.constant('sleep' as const), fc.integer({ min: 60, max: 90_000 }));
  const set = fc.tuple(fc.constant('set' as const), fc.integer({ min: -90_000, max: 90_000 }));
  const some = (...kinds: fc.Arbitrary<Event>[]) => fc.array(fc.oneof(...kinds), { maxLength: 4 });
  const sum = (kind: Event[0], events: readonly Event[]): number =>
    events.reduce((all, [one, seconds]) => all + (one === kind ? seconds : 0), 0);
  const numbers = runs({ test: 5_000, long: 50_000, soak: 500_000 });
  const wrong = fc.constantFrom(0, -3600, 3600, 86_400);

  /** By how many seconds the moment is wrong in the end. */
  const faultOf = (start: number, before: readonly Event[], after: readonly Event[]): number => {
    const machine = new Machine(start);
    machine.hear();
    machine.live(before);
    const { known, ahead } = machine;
    const { shown, real } = machine.read();
    machine.live(after);
    machine.hear();
    return shown + momentShift(known, ahead, machine.known) - real;
  };
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 20;

  it('is right where it slept on one side and was set on one side, in any order', () => {
    const sides = fc
      .tuple(some(run, sleep, set), some(run))
      .chain(([mixed, still]) =>
        fc.constantFrom(
          [mixed, still],
          [still, mixed],
          [mixed.filter(([kind]) => kind !== 'set'), mixed.filter(([kind]) => kind !== 'sleep')],
          [mixed.filter(([kind]) => kind !== 'sleep'), mixed.filter(([kind]) => kind !== 'set')],
        ),
      );
    fc.assert(
      fc.property(wrong, sides, (start, [before = [], after = []]) => {
        const events = [...before, ...after];
        const [moved, slept] = [sum('set', events), sum('sleep', events)];
        // A clock that is set by as much as the machine has slept cannot be told from one that was not.
        fc.pre(!near(Math.abs(moved), slept));
        assert.ok(Math.abs(faultOf(start, before, after)) <= 5, String(faultOf(start, before, after)));
      }),
      numbers,
    );
  });

  it('is right however often it was set, where it did not sleep', () => {
    fc.assert(
      fc.property(wrong, some(run, set), some(run, set), (start, before, after) => {
        assert.ok(Math.abs(faultOf(start, before, after)) <= 5, String(faultOf(start, before, after)));
      }),
      numbers,
    );
  });

  it('is wrong by no more than it slept, whatever happens', () => {
    fc.assert(
      fc.property(wrong, some(run, sleep, set), some(run, sleep, set), (start, before, after) => {
        const slept = sum('sleep', [...before, ...after]);
        assert.ok(Math.abs(faultOf(start, before, after)) <= slept + 5);
      }),
      numbers,
    );
  });
});
