// Counters and histograms with labels, and their lines in the Prometheus text format.
// It must not know what is counted.

/** A metric with all its label combinations. */
export interface Family {
  /** HELP, TYPE and one line a sample, without line ends. */
  readonly render: () => readonly string[];
}

/** A number that only rises. */
export interface Counter extends Family {
  readonly add: (labelValues: readonly string[]) => void;
}

/** How often values fell below each bound. */
export interface Histogram extends Family {
  readonly add: (labelValues: readonly string[], value: number) => void;
}

type Labels = Readonly<Record<string, string | number>>;

/** Cannot occur in a label value that comes from a declared name. */
const separator = '\n';

/** Makes a counter. One without labels shows 0 from the start. */
export function counter(name: string, help: string, labels: readonly string[]): Counter {
  const counts = new Map<string, number>(labels.length === 0 ? [['', 0]] : []);
  return {
    add: (values) => {
      const key = values.join(separator);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    render: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...counts].map(([key, count]) => line(name, labelled(labels, key), count)),
    ],
  };
}

interface Buckets {
  /** Not cumulative; the last one is everything above the highest bound. */
  readonly counts: number[];
  sum: number;
}

/** Makes a histogram; `bounds` ascend. */
export function histogram(
  name: string,
  help: string,
  { labels, bounds }: { readonly labels: readonly string[]; readonly bounds: readonly number[] },
): Histogram {
  const series = new Map<string, Buckets>();
  return {
    add: (values, value) => {
      const key = values.join(separator);
      let buckets = series.get(key);
      if (buckets === undefined)
        series.set(key, (buckets = { counts: bounds.map(() => 0).concat(0), sum: 0 }));
      const found = bounds.findIndex((bound) => value <= bound);
      const index = found < 0 ? bounds.length : found;
      buckets.counts[index] = (buckets.counts[index] ?? 0) + 1;
      buckets.sum += value;
    },
    render: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...[...series].flatMap(([key, buckets]) =>
        bucketLines(name, { labels: labelled(labels, key), bounds, buckets }),
      ),
    ],
  };
}

function bucketLines(
  name: string,
  { labels, bounds, buckets }: { labels: Labels; bounds: readonly number[]; buckets: Buckets },
): readonly string[] {
  let total = 0;
  const lines = buckets.counts.map((count, index) => {
    total += count;
    return line(`${name}_bucket`, { ...labels, le: bounds[index] ?? '+Inf' }, total);
  });
  return [...lines, line(`${name}_sum`, labels, buckets.sum), line(`${name}_count`, labels, total)];
}

function labelled(names: readonly string[], key: string): Labels {
  const values = key.split(separator);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** One sample. */
export function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
  return pairs.length === 0 ? `${name} ${value}` : `${name}{${pairs.join(',')}} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
