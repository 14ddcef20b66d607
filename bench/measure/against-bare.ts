// A load on the service beside the same load on a bare node:http process that sends the very same bytes.
import type { Bench, Measurement } from '../scenario.ts';
import { bareTwin } from '../servers/bare.ts';
import type { TargetName } from '../targets.ts';
import { compareRates } from './compare.ts';
import type { Load } from './load.ts';

/** The rate of the service divided by that of the bare process, which answers `recorded`: the load itself if it is left out. */
export async function againstBare(
  bench: Bench,
  target: TargetName,
  load: Load,
  recorded = load,
): Promise<readonly Measurement[]> {
  const twin = await bareTwin(await bench.fixture.bare(), recorded);
  const { ratio, detail } = await compareRates([load, twin], bench.options);
  return [{ target, value: ratio, detail }];
}
