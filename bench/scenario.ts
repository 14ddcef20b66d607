// What a scenario is: a named measurement of one or more targets. It must not know any scenario.
import type { BenchOptions } from './options.ts';
import type { TargetName } from './targets.ts';
import type { Fixture } from './data/fixture.ts';

/** What was measured. */
export interface Measurement {
  readonly target: TargetName;
  readonly value: number;
  /** The numbers behind the value, for people: `1,200 / 2,400 requests a second`. */
  readonly detail: string;
}

/** What a scenario works with. */
export interface Bench {
  readonly options: BenchOptions;
  /** Databases and addresses; services are started on them as needed. */
  readonly fixture: Fixture;
}

/** One file of `scenarios/`. */
export interface Scenario {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly Measurement[]>;
}
