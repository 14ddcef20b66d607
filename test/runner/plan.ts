// From files and places to groups: the files of a group share one process. It starts nothing.
import { places, type Engines, type Place } from '../places.ts';
import type { Suite } from '../support/property.ts';

/** Files that share a process. */
export interface Group {
  readonly files: readonly string[];
  readonly engines: Engines;
  readonly first: boolean;
  readonly last: boolean;
}

/** What a run consists of. */
export interface Plan {
  readonly groups: readonly Group[];
  /** Files that run in other suites only. */
  readonly elsewhere: readonly string[];
  /** What is wrong with the places, one sentence each. */
  readonly faults: readonly string[];
}

const suites: readonly Suite[] = ['test', 'long', 'soak'];

/** More files in a group save starts of the service; fewer keep all cores busy until the end. */
const filesOfGroup = { ofFolder: 18, withOwnPlace: 3 };

/** Plans a run. `files` begin with `test/`; `engines` replaces what the places say. */
export function planRun(files: readonly string[], suite: Suite, engines?: Engines): Plan {
  const placed = files.map((file) => ({ file, place: placeOf(file) }));
  const running = placed.flatMap(({ file, place }) => {
    const on = place?.[suite];
    return place === undefined || on === undefined ? [] : [{ file, place, engines: engines ?? on }];
  });
  const alone = running.filter(({ place }) => place.alone !== undefined);
  const together = running.filter(({ place }) => place.alone === undefined);
  const groups = [
    ...alone.map((one) => ({ ...one, files: [one.file], turn: turnOf(one) })),
    ...Object.values(Object.groupBy(together, groupKey)).flatMap((all = []) =>
      split(all, isOwnPlace(all[0]) ? filesOfGroup.withOwnPlace : filesOfGroup.ofFolder).map((some) => ({
        ...(some[0] as Running),
        files: some.map(({ file }) => file),
        turn: Math.min(...some.map(turnOf)),
      })),
    ),
  ];
  return {
    groups: groups
      .toSorted((a, b) => a.turn - b.turn)
      .map((group) => ({
        files: group.files,
        engines: group.engines,
        first: group.place.first === true,
        last: group.place.last === true,
      })),
    elsewhere: placed
      .filter(({ place }) => place !== undefined && place[suite] === undefined)
      .map(({ file }) => file),
    faults: placed
      .filter(({ place }) => place === undefined || suites.every((name) => place[name] === undefined))
      .map(
        ({ file }) =>
          `${file} has no place: add a line for it or its folder, with a suite, to test/places.ts`,
      ),
  };
}

/** Places that fit none of the files, which are all files of `test/`. */
export function unusedPlaces(files: readonly string[]): readonly string[] {
  const used = new Set(files.map(placeOf));
  return places
    .filter((place) => !used.has(place))
    .map(({ path }) => `test/places.ts: no test file is at ${path}; remove the line`);
}

/** Files in which some tests keep all others of their group from running. */
export function onlyTests(files: readonly string[], read: (file: string) => string): readonly string[] {
  return files
    .filter((file) => /\b(?:test|it|describe|suite)\.only\(|\bonly: true\b/.test(read(file)))
    .map((file) => `${file} has a test that runs alone: take \`only\` out of it`);
}

/** Files that have a number of cases for the long suite, in which they do not run. `read` gives the text of a file. */
export function unusedCounts(files: readonly string[], read: (file: string) => string): readonly string[] {
  return files
    .filter((file) => placeOf(file)?.long === undefined && /\b(runs|countOf)\(/.test(read(file)))
    .map(
      (file) =>
        `${file} has a number of cases for test:long: add a line for it with \`long\` to test/places.ts`,
    );
}

function placeOf(file: string): Place | undefined {
  const below = file.replace(/^test\//, '');
  return places
    .filter(({ path }) => below === path || below.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

interface Running {
  readonly file: string;
  readonly place: Place;
  readonly engines: Engines;
}

/** When a file is to run: in the order of the places. A group begins when the first of its files is to. */
function turnOf({ place }: Running): number {
  return places.indexOf(place);
}

/** Files of several folders share a process when they run on the same engines. */
function groupKey(one: Running): string {
  return `${one.place.first === true} ${isOwnPlace(one)} ${one.engines}`;
}

/** A file that has a line of its own in the places takes long, or is special in another way. */
function isOwnPlace(one: Running | undefined): boolean {
  return one?.file === `test/${one?.place.path}`;
}

/** Into groups of at most `size`. Neighbours go into different groups: files that take long often stand together. */
function split<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, group) => all.filter((_one, index) => index % count === group));
}
