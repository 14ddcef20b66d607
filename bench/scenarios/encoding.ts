// The encoders alone, in this process: one answer of 100 rows as JSON and as XML.
import { RenderedRow, type Document } from '#response/document.ts';
import { encodeJson } from '#response/encode-json.ts';
import { encodeXml } from '#response/encode-xml.ts';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { median } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';

const repetitions = 200;

/** Encodes what the service answered; says beside it what rows cost that are JSON already. */
export const encoding: Scenario = {
  name: 'encoding',
  run: async ({ options, fixture }) => {
    const service = await fixture.main();
    const rest = `timeTrackings/read?user_id=${fixture.people[0]}&_limit=100`;
    const answer = (await service.send('GET', rest)).envelope as unknown as Document;
    const rows = answer['Results'] as readonly Document[];
    const rendered = {
      ...answer,
      Results: rows.map((row) => new RenderedRow(JSON.stringify(row))),
    };
    const sides = [() => encodeXml(answer), () => encodeJson(answer), () => encodeJson(rendered)];
    const times = await inTurn(
      sides.map((work) => async () => microseconds(work)),
      options,
    );
    const [xml, json, spliced] = sides.map((_, side) =>
      median(times.map((row) => row[side] ?? NaN)).toFixed(0),
    );
    const detail = `${xml} / ${json} µs; ${rows.length} rows that are JSON already: ${spliced} µs`;
    return [{ target: 'xml', value: medianRatio(times, 0, 1), detail }];
  },
};

function microseconds(work: () => unknown): number {
  const started = performance.now();
  for (let turn = 0; turn < repetitions; turn++) work();
  return ((performance.now() - started) / repetitions) * 1000;
}
