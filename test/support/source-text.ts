// Source files as text: what architecture tests read out of them.

/** A circle of nodes as text, found depth first; or `null`. */
export function findCircle(
  next: (node: string) => readonly string[],
  nodes: readonly string[],
): string | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ');
    if (done.has(node)) return null;
    for (const other of next(node)) {
      const circle = visit(other, [...path, node]);
      if (circle !== null) return circle;
    }
    done.add(node);
    return null;
  };
  return nodes.reduce<string | null>((found, node) => found ?? visit(node, []), null);
}

/** Exported names whose line does not follow the end of a docstring. */
export function undocumented(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/.exec(line)?.[1];
    const above = lines[index - 1] ?? '';
    const before = above.startsWith('// oxlint-disable') ? (lines[index - 2] ?? '') : above;
    return name === undefined || before.endsWith('*/') ? [] : [name];
  });
}

/**
 * Whether a module waits for something at its outermost level. Test files that import such a module wait for it together,
 * and are then run in one go, on behalf of one of them: that one gets the tests of all.
 */
export function waitsAsItLoads(text: string): boolean {
  const blocks = text.match(/^(?:if|for|try|while)\b.*\{$[^]*?^\}/gm) ?? [];
  const lines = text.match(/^(?! ).*\bawait\b/gm) ?? [];
  return /\bawait\b/.test(
    withoutComments([...blocks, ...lines.filter((line) => !/\basync\b|^ ?\*/.test(line))].join('\n')),
  );
}

/** The text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
}
