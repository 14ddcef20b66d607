// Tests parts of the supervisor: restarts, forwarded output and merged metrics.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { counter, histogram } from '#observe/metric-family.ts';
import { mergeMetrics } from '#observe/merge-metrics.ts';
import { createMetricsExchange } from '#workers/metrics-exchange.ts';
import type { ToWorker } from '#workers/message.ts';
import { isHopeless, pauseBefore } from '#workers/restart-policy.ts';
import type { WorkerProcess } from '#workers/worker-process.ts';
import { forwardLines } from '#workers/whole-lines.ts';
import { seed } from '../support/property.ts';

describe('a worker that ended', () => {
  it('is started again at once, then after pauses that grow to 30 seconds', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 7, 8, 9, 40].map(pauseBefore),
      [0, 0, 500, 1000, 2000, 16_000, 30_000, 30_000, 30_000],
    );
  });

  it('is given up after eight failed starts only when no worker serves', () => {
    assert.equal(isHopeless({ failures: 7, serving: 0 }), false);
    assert.equal(isHopeless({ failures: 8, serving: 0 }), true);
    assert.equal(isHopeless({ failures: 1000, serving: 1 }), false);
  });
});

describe('the output of workers', () => {
  it('is forwarded in whole lines for any chunks of the pipe', async () => {
    const text = fc.array(
      fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ' ')),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.integer({ min: 1, max: 7 })), async (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const pieces: Buffer[] = [];
        for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? bytes.length;
          pieces.push(bytes.subarray(start, start + size));
          start += size;
        }
        const stream = Readable.from(pieces, { objectMode: false });
        const written: string[] = [];
        forwardLines(stream, (piece) => written.push(piece));
        await finished(stream);
        assert.ok(written.every((piece) => piece.endsWith('\n')));
        assert.equal(written.join(''), bytes.toString());
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('includes a last line without an end', async () => {
    const stream = Readable.from([Buffer.from('one\ntw'), Buffer.from('o')]);
    const written: string[] = [];
    forwardLines(stream, (piece) => written.push(piece));
    await finished(stream);
    assert.deepEqual(written, ['one\n', 'two\n']);
  });
});

describe('metrics of several workers', () => {
  const textOf = (requests: number): string => {
    const count = counter('requests_total', 'Requests {of all}.', ['path']);
    const times = histogram('seconds', 'Times.', { labels: [], bounds: [1] });
    const plain = counter('failures_total', 'Failures.', []);
    for (let turn = 0; turn < requests; turn += 1) count.add(['/{a b}']);
    times.add([], 0.5);
    return [...count.render(), ...times.render(), ...plain.render(), ''].join('\n');
  };

  it('are merged by family, each sample with its worker', () => {
    assert.equal(
      mergeMetrics([
        { worker: 1, text: textOf(2) },
        { worker: 2, text: textOf(3) },
      ]),
      `# HELP requests_total Requests {of all}.
# TYPE requests_total counter
requests_total{worker="1",path="/{a b}"} 2
requests_total{worker="2",path="/{a b}"} 3
# HELP seconds Times.
# TYPE seconds histogram
seconds_bucket{worker="1",le="1"} 1
seconds_bucket{worker="1",le="+Inf"} 1
seconds_sum{worker="1"} 0.5
seconds_count{worker="1"} 1
seconds_bucket{worker="2",le="1"} 1
seconds_bucket{worker="2",le="+Inf"} 1
seconds_sum{worker="2"} 0.5
seconds_count{worker="2"} 1
# HELP failures_total Failures.
# TYPE failures_total counter
failures_total{worker="1"} 0
failures_total{worker="2"} 0
`,
    );
  });

  it('are collected from serving workers, without waiting for one that ends', () => {
    const heard: [number, ToWorker][] = [];
    const [one, two, three] = [1, 2, 3].map((worker): WorkerProcess => ({
      worker,
      pid: worker,
      tell: (message) => void heard.push([worker, message]),
      kill: () => {},
    })) as [WorkerProcess, WorkerProcess, WorkerProcess];
    const exchange = createMetricsExchange(() => [one, two, three]);
    exchange.ask(one, 7);
    assert.deepEqual(heard.splice(0), [
      [2, { kind: 'tell_metrics', question: 1 }],
      [3, { kind: 'tell_metrics', question: 1 }],
    ]);
    exchange.told(two, { question: 1, text: 'of two' });
    exchange.told(two, { question: 1, text: 'again' });
    assert.deepEqual(heard, []);
    exchange.gone(three);
    exchange.told(three, { question: 1, text: 'too late' });
    assert.deepEqual(heard, [
      [1, { kind: 'all_metrics', question: 7, all: [{ worker: 2, text: 'of two' }] }],
    ]);
  });

  it('are those of one worker without other workers', () => {
    const heard: ToWorker[] = [];
    const alone: WorkerProcess = {
      worker: 1,
      pid: 1,
      tell: (message) => void heard.push(message),
      kill: () => {},
    };
    createMetricsExchange(() => [alone]).ask(alone, 3);
    assert.deepEqual(heard, [{ kind: 'all_metrics', question: 3, all: [] }]);
  });
});
