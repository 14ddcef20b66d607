// Gestures on the calendar without a browser: what is grabbed, where it goes, what is in its way.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  dragTo,
  grab,
  isUnmoved,
  nudge,
  type Drag,
  type DragKind,
  type Ground,
  type HeldKeys,
  type Neighbour,
  type Place,
  type Slot,
} from '../../../console/domain/drag.ts';
import { scrollStep } from '../../../console/domain/scroll.ts';
import { snap } from '../../../console/domain/snap.ts';
import { seed } from '../../support/property.ts';

const none: HeldKeys = { alt: false, ctrl: false, shift: false };
const design: Neighbour = { id: 1, day: 0, from: 485, length: 235, isLocked: false };
const survey: Neighbour = { id: 2, day: 0, from: 745, length: 255, isLocked: false };
const tender: Neighbour = { id: 3, day: 1, from: 480, length: 120, isLocked: false };

function ground(neighbours: readonly Neighbour[] = [design, survey, tender]): Ground {
  return {
    neighbours,
    days: 7,
    minutes: Array.from({ length: 7 }, () => 1440),
    now: null,
    step: 5,
    reach: 7,
    sameClock: (_from, _to, minute) => minute,
  };
}

/** Takes hold of a booking at its middle. */
function hold(one: Neighbour, kind: DragKind = 'move'): Drag {
  return grab(kind, one.id, slotOf(one), { day: one.day, minute: one.from });
}

function slotOf({ day, from, length }: Slot): Slot {
  return { day, from, length };
}

function by(drag: Drag, minutes: number, days = 0): Place {
  return { day: drag.grabbed.day + days, minute: drag.grabbed.minute + minutes };
}

describe('moving a booking', () => {
  it('keeps its length and lies on the nearest five minutes', () => {
    const held = hold(tender);
    assert.deepEqual(dragTo(held, by(held, 33), none, ground()).slot, { day: 1, from: 515, length: 120 });
  });

  it('is attracted by the edge of a neighbour, and says where the line is', () => {
    const held = hold(tender);
    const moved = dragTo(held, by(held, 243, -1), none, ground());
    assert.equal(moved.slot.from, 720);
    assert.equal(moved.line, 720);
  });

  it('lies on the minute with Ctrl', () => {
    const held = hold(tender);
    const moved = dragTo(held, by(held, 243, -1), { ...none, ctrl: true }, ground());
    assert.deepEqual([moved.slot.from, moved.line], [723, null]);
  });

  it('becomes a copy while Alt is held, and a move again without', () => {
    const held = hold(tender);
    const copy = dragTo(held, by(held, 300), { ...none, alt: true }, ground());
    assert.equal(copy.isCopy, true);
    assert.equal(dragTo(copy, by(held, 300), none, ground()).isCopy, false);
  });

  it('names what is in the way; of itself only when it is copied', () => {
    const held = hold(tender);
    assert.equal(dragTo(held, by(held, 60), none, ground()).conflict, null);
    assert.equal(dragTo(held, by(held, 60), { ...none, alt: true }, ground()).conflict, tender.id);
    assert.equal(dragTo(held, by(held, 0, -1), none, ground()).conflict, design.id);
  });

  it('finds what is in the way beyond midnight', () => {
    const late: Neighbour = { id: 9, day: 0, from: 1380, length: 30, isLocked: false };
    const held = hold(late);
    const early: Neighbour = { id: 4, day: 1, from: 10, length: 60, isLocked: false };
    const moved = dragTo(held, by(held, 50), none, ground([late, early]));
    assert.equal(moved.slot.from, 1430);
    assert.equal(moved.conflict, early.id);
  });

  it('keeps the clock time on a day where clocks have changed', () => {
    const held = hold(tender);
    const odd = {
      ...ground(),
      sameClock: (from: number, to: number, minute: number) => minute - (to - from) * 60,
    };
    assert.equal(dragTo(held, by(held, 0, 1), none, odd).slot.from, 420);
  });

  it('never leaves the week, whatever the pointer does', () => {
    const anywhere = fc.tuple(fc.integer({ min: -9, max: 15 }), fc.integer({ min: -3000, max: 4000 }));
    const kinds = fc.constantFrom<DragKind>('move', 'start', 'end', 'create');
    fc.assert(
      fc.property(
        kinds,
        fc.array(anywhere, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (kind, path, shift) => {
          const start =
            kind === 'create'
              ? grab(kind, null, slotOf(tender), { day: 1, minute: 480 })
              : hold(tender, kind);
          const end = path.reduce(
            (drag, [day, minute]) => dragTo(drag, { day, minute }, { ...none, shift }, ground()),
            start,
          );
          assert.ok(end.slot.day >= 0 && end.slot.day < 7);
          assert.ok(end.slot.from >= 0 && end.slot.from < 1440);
          assert.ok(end.slot.length >= 5);
          assert.deepEqual(end.origin, slotOf(tender));
        },
      ),
      { seed, numRuns: 500 },
    );
  });
});

describe('resizing a booking', () => {
  it('moves one edge and leaves the other', () => {
    const held = hold(tender, 'end');
    assert.deepEqual(dragTo(held, by(held, 31), none, ground()).slot, { day: 1, from: 480, length: 150 });
    const top = hold(tender, 'start');
    assert.deepEqual(dragTo(top, by(top, 31), none, ground()).slot, { day: 1, from: 510, length: 90 });
  });

  it('never becomes shorter than a step', () => {
    const held = hold(tender, 'end');
    assert.equal(dragTo(held, by(held, -900), none, ground()).slot.length, 5);
  });

  it('moves a shared edge with Shift, so that the neighbour gives the room', () => {
    const next: Neighbour = { id: 5, day: 1, from: 600, length: 60, isLocked: false };
    const held = hold(tender, 'end');
    const moved = dragTo(held, by(held, 30), { ...none, shift: true }, ground([tender, next]));
    assert.deepEqual(moved.shared && slotOf(moved.shared), { day: 1, from: 630, length: 30 });
    assert.equal(moved.slot.length, 150);
    assert.equal(moved.conflict, null);
  });

  it('leaves a neighbour alone that is approved', () => {
    const next: Neighbour = { id: 5, day: 1, from: 600, length: 60, isLocked: true };
    const held = hold(tender, 'end');
    const moved = dragTo(held, by(held, 30), { ...none, shift: true }, ground([tender, next]));
    assert.deepEqual([moved.shared, moved.conflict], [null, 5]);
  });
});

describe('a booking that began before the first column', () => {
  // From 22:00 to 2:00 and twenty seconds.
  const night: Neighbour = { id: 6, day: 0, from: -120, length: 240 + 1 / 3, isLocked: false };
  const at = (day: number, from: number, length = night.length): Slot => ({ day, from, length });

  it('is moved whole by pointer and arrows, on its day and to others', () => {
    const held = hold(night);
    assert.deepEqual(dragTo(held, by(held, 60), none, ground()).slot, at(0, -60));
    assert.deepEqual(dragTo(held, by(held, -62), none, ground()).slot, at(0, -180));
    assert.deepEqual(dragTo(held, by(held, 0, 1), none, ground()).slot, at(1, -120));
    assert.deepEqual(nudge(held, { day: 0, minute: 5 }, false, ground()).slot, at(0, -115));
    assert.deepEqual(nudge(held, { day: 2, minute: 0 }, false, ground()).slot, at(2, -120));
  });

  it('keeps its begin when its end is moved', () => {
    const held = hold(night, 'end');
    assert.equal(dragTo(held, by(held, 60), none, ground()).slot.from, -120);
    assert.equal(dragTo(held, by(held, 60), none, ground()).slot.length, 300);
    const later = nudge(hold(night), { day: 0, minute: 5 }, true, ground()).slot;
    assert.deepEqual(later, at(0, -120, night.length + 5));
  });

  it('reaches into its column by a step at least, whatever is moved', () => {
    const [moved, cut] = [hold(night), hold(night, 'end')];
    const early = dragTo(moved, by(moved, -900), none, ground()).slot;
    assert.equal(early.from + early.length, 5);
    assert.deepEqual(dragTo(cut, by(cut, -900), none, ground()).slot, at(0, -120, 125));
    let keys = hold(night);
    for (let press = 0; press < 60; press += 1) keys = nudge(keys, { day: 0, minute: -5 }, true, ground());
    assert.deepEqual(keys.slot, at(0, -120, 125));
    for (let press = 0; press < 60; press += 1) keys = nudge(keys, { day: 0, minute: -5 }, false, ground());
    assert.deepEqual(keys.slot, at(0, -120, 125));
  });

  it('is in the way of what comes to lie on its rest', () => {
    const held = hold(design);
    assert.equal(dragTo(held, by(held, -385), none, ground([night, design])).conflict, night.id);
    assert.equal(dragTo(held, by(held, -360), none, ground([night, design])).conflict, null);
  });
});

describe('creating and keys', () => {
  it('makes a slot between press and pointer, in both directions', () => {
    const held = grab('create', null, { day: 2, from: 600, length: 60 }, { day: 2, minute: 600 });
    assert.deepEqual(dragTo(held, { day: 2, minute: 685 }, none, ground()).slot, {
      day: 2,
      from: 600,
      length: 85,
    });
    assert.deepEqual(dragTo(held, { day: 2, minute: 540 }, none, ground()).slot, {
      day: 2,
      from: 540,
      length: 60,
    });
  });

  it('moves by five minutes and days with arrows, and the end alone with Shift', () => {
    const held = hold(tender);
    const later = nudge(held, { day: 1, minute: 5 }, false, ground());
    assert.deepEqual(later.slot, { day: 2, from: 485, length: 120 });
    assert.deepEqual(nudge(later, { day: 0, minute: 5 }, true, ground()).slot, {
      day: 2,
      from: 485,
      length: 125,
    });
  });

  it('keeps the length of what is shorter than a step when arrows move it', () => {
    const held = grab('move', 7, { day: 0, from: 600, length: 2 }, { day: 0, minute: 600 });
    const moved = nudge(held, { day: 0, minute: 5 }, false, ground()).slot;
    assert.deepEqual(moved, { day: 0, from: 605, length: 2 });
  });

  it('changes nothing when it is dropped where it was', () => {
    const held = hold(tender);
    const there = dragTo(held, by(held, 60), none, ground());
    assert.equal(isUnmoved(there), false);
    assert.equal(isUnmoved(dragTo(there, by(held, 0), none, ground())), true);
  });
});

describe('snapping and scrolling', () => {
  it('takes the closest of several edges', () => {
    assert.deepEqual(snap(603, { step: 5, edges: [600, 604], reach: 6, isOff: false }), {
      minute: 604,
      line: 604,
    });
  });

  it('attracts at its reach and not a minute beyond', () => {
    const magnets = { step: 5, edges: [600], reach: 6, isOff: false };
    assert.deepEqual(snap(606, magnets), { minute: 600, line: 600 });
    assert.deepEqual(snap(607, magnets), { minute: 605, line: null });
  });

  it('scrolls only near an edge, faster the nearer, and never by more than its speed', () => {
    assert.equal(scrollStep(300, 600, 16), 0);
    assert.ok(scrollStep(4, 600, 16) < scrollStep(20, 600, 16));
    assert.ok(scrollStep(4, 600, 16) < 0);
    assert.equal(scrollStep(5000, 600, 16), scrollStep(600, 600, 16));
  });
});
