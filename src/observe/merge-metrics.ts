// The metrics of several processes as one text: each sample says whose it is, so that a process that starts anew at zero
// looks like that, and not like a sum that falls.

/** The text of one process. */
export interface ProcessMetrics {
  readonly worker: number;
  readonly text: string;
}

/** One text in the Prometheus format, in which every family stands together. */
export function mergeMetrics(all: readonly ProcessMetrics[]): string {
  const families = new Map<string, { readonly head: string[]; readonly samples: string[] }>();
  for (const { worker, text } of all) {
    let family: { readonly head: string[]; readonly samples: string[] } = { head: [], samples: [] };
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const [, name] = /^# HELP (\S+)/.exec(line) ?? [];
      if (name !== undefined) {
        family = families.get(name) ?? { head: [], samples: [] };
        families.set(name, family);
      }
      if (!line.startsWith('#')) family.samples.push(labelled(line, worker));
      else if (family.head.length < 2) family.head.push(line);
    }
  }
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]);
  return `${lines.join('\n')}\n`;
}

/** A metric's name holds neither blank nor brace. */
function labelled(sample: string, worker: number): string {
  const label = `worker="${worker}"`;
  return sample.replace(/^([^ {]+)(\{?)/, (_, name: string, brace: string) =>
    brace === '' ? `${name}{${label}}` : `${name}{${label},`,
  );
}
