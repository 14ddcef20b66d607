// Models of breaks: automatic deduction, breaks that count and missing breaks, at each limit to the second.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { modelId, modelOf, standingModels, type BreakModel } from '#domain/timesheets/break-models.ts';
import { automaticBreak, countedBreaks, lengthened, missingBreak } from '#domain/timesheets/breaks.ts';
import { seed } from '../../support/property.ts';
import {
  automaticBreak as secondBySecond,
  lackingBreak,
  models,
  type BreakModel as PlainModel,
} from '../booked-model.ts';

const minute = 60;
const at = (hours: number, minutes = 0, seconds = 0): number => (hours * 60 + minutes) * minute + seconds;
const named = (name: string): BreakModel => standingModels.get(modelId(name) as number) as BreakModel;
/** One part of so many seconds. */
const part = (seconds: number) => ({ sum: seconds, longest: seconds });

/** Per model: seconds of work, of one recorded part, of what is taken off. */
const deductions: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  german: [
    [at(6), 0, 0],
    [at(6, 0, 1), 0, 1],
    [at(6, 20), 0, at(0, 20)],
    [at(6, 30), 0, at(0, 30)],
    [at(9), 0, at(0, 30)],
    [at(9, 0, 1), 0, at(0, 30, 1)],
    [at(9, 15), 0, at(0, 45)],
    [at(12), 0, at(0, 45)],
    [at(6, 0, 1), at(0, 15), 1],
    [at(8), at(0, 15), at(0, 15)],
    [at(8), at(0, 30), 0],
    [at(9, 0, 1), at(0, 15), at(0, 15, 1)],
    [at(10), at(0, 30), at(0, 15)],
    [at(10), at(0, 45), 0],
  ],
  austrian: [
    [at(6), 0, 0],
    [at(6, 0, 1), 0, 1],
    [at(6, 29, 59), 0, at(0, 29, 59)],
    [at(6, 30), 0, at(0, 30)],
    [at(12), 0, at(0, 30)],
    [at(8), at(0, 10), at(0, 20)],
    [at(8), at(0, 29, 59), 1],
    [at(8), at(0, 30), 0],
  ],
  swiss: [
    [at(5, 30), 0, 0],
    [at(5, 30, 1), 0, 1],
    [at(5, 45), 0, at(0, 15)],
    [at(7), 0, at(0, 15)],
    [at(7, 0, 1), 0, at(0, 15, 1)],
    [at(7, 15), 0, at(0, 30)],
    [at(9), 0, at(0, 30)],
    [at(9, 0, 1), 0, at(0, 30, 1)],
    [at(9, 30), 0, at(1)],
    [at(13), 0, at(1)],
    [at(8), at(0, 29, 59), 1],
    [at(8), at(0, 30), 0],
  ],
  none: [[at(14), 0, 0]],
  off: [[at(14), 0, 0]],
};

for (const [name, table] of Object.entries(deductions))
  test(`deducts breaks as the day grows and never below a step: ${name}`, () => {
    for (const [worked, recorded, off] of table)
      assert.equal(automaticBreak(worked, part(recorded), named(name)), off, `${worked} s, ${recorded} s`);
  });

const steps = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 60, max: 640 }), fc.integer({ min: 15, max: 75 })), {
    minLength: 1,
    maxLength: 4,
    selector: ([after]) => after,
  })
  .map((all) => all.toSorted(([one], [other]) => one - other));

/** Models of every account, and others, whose steps may begin before the break of the last one is over. */
const anyModel: fc.Arbitrary<PlainModel> = fc.oneof(
  fc.constantFrom<PlainModel[]>(...Object.values(models)),
  fc.record({
    steps,
    part: fc.constantFrom(5, 10, 15),
    longest: fc.constantFrom(0, 15),
    deducts: fc.constant(true),
  }),
);

function storedModel({ steps: all, part: least, longest, deducts }: PlainModel): BreakModel {
  return modelOf(
    { dryRun: deducts ? 0 : 1, minimum_part_minutes: least, longest_part_minutes: longest },
    all.map(([after_minutes, break_minutes]) => ({ after_minutes, break_minutes })).toReversed(),
  );
}

test('deducts what a second-by-second model deducts, and reports the rest', () => {
  const worked = fc.oneof(
    fc
      .constantFrom(330, 360, 420, 540)
      .chain((minutes) => fc.integer({ min: -60, max: 1860 }).map((seconds) => minutes * 60 + seconds)),
    fc.nat({ max: at(14) }),
  );
  const recorded = fc.array(fc.oneof(fc.constantFrom(600, 899, 900, 1800), fc.nat({ max: at(1) })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(worked, recorded, anyModel, (seconds, parts, plain) => {
      const model = storedModel(plain);
      const breaks = parts.map((length, index) => ({ start: at(index * 2), end: at(index * 2) + length }));
      const counted = countedBreaks(breaks, model);
      const long = parts.filter((length) => length >= plain.part * 60);
      assert.deepEqual(counted, {
        sum: long.reduce((sum, length) => sum + length, 0),
        longest: Math.max(0, ...long),
      });
      const off = automaticBreak(seconds, counted, model);
      assert.equal(off, secondBySecond(seconds, counted, plain));
      const left = lengthened(counted, off);
      assert.equal(missingBreak(seconds - off, left, model), lackingBreak(seconds - off, left, plain));
      if (plain.deducts)
        assert.equal(missingBreak(seconds - off, left, model), 0, 'what is left needs no more');
    }),
    { seed, numRuns: 1_000 },
  );
});

test('counts parts from the minimum part of the model and joins adjacent ones', () => {
  const sum = (name: string, ...stretches: readonly (readonly [number, number])[]): number =>
    countedBreaks(
      stretches.map(([start, end]) => ({ start, end })),
      named(name),
    ).sum;
  for (const [name, least] of [
    ['german', at(0, 15)],
    ['swiss', at(0, 15)],
    ['austrian', at(0, 10)],
    ['none', at(0, 15)],
    ['off', at(0, 15)],
  ] as const)
    assert.deepEqual([sum(name, [0, least]), sum(name, [0, least - 1])], [least, 0], name);
  assert.equal(sum('german', [0, at(0, 10)], [at(0, 10), at(0, 20)]), at(0, 20));
  assert.equal(sum('german', [0, at(0, 10)], [at(0, 10) + 1, at(0, 20)]), 0);
  assert.equal(sum('german', [at(2), at(2, 30)], [0, at(0, 10)], [at(4), at(4, 20)]), at(0, 50));
});

test('wants one part of 15 minutes, or two halves of 15, of the Austrian break', () => {
  const missing = (...minutes: readonly number[]): number => {
    const breaks = minutes.map((length, index) => ({ start: at(index), end: at(index, length) }));
    return missingBreak(at(8), countedBreaks(breaks, named('austrian')), named('austrian')) / 60;
  };
  assert.deepEqual(
    [
      missing(30),
      missing(15, 15),
      missing(20, 10),
      missing(15, 10),
      missing(10, 10, 10),
      missing(14, 14, 14),
    ],
    [0, 0, 0, 5, 5, 1],
  );
  // Nine minutes are no part of it.
  assert.deepEqual([missing(21, 9), missing(9, 9, 9, 9), missing()], [9, 30, 30]);
});

test('reports the break of the model less the breaks that count as missing', () => {
  const missing = (worked: number, recorded: number): number =>
    missingBreak(worked, part(recorded), named('off'));
  assert.equal(missing(at(6), 0), 0);
  assert.equal(missing(at(6, 0, 1), 0), at(0, 30));
  assert.equal(missing(at(9), at(0, 15)), at(0, 15));
  assert.equal(missing(at(9, 0, 1), at(0, 30)), at(0, 15));
  assert.equal(missing(at(11), at(1)), 0);
});
