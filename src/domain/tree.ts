// Trees kept as paths of ids (`1/5/9`): pure questions about them, for departments, projects and tasks alike.

/** The path of a node below a mother; `null` is the top. */
export function pathBelow(motherPath: string | null, id: number): string {
  return motherPath === null ? String(id) : `${motherPath}/${id}`;
}

/** The ids on a path, the topmost first. */
export function idsOf(path: string): readonly number[] {
  return path.split('/').map(Number);
}

/** Whether the node with this path is, or lies below, the node with this id. */
export function liesIn(path: string, id: number): boolean {
  return idsOf(path).includes(id);
}
