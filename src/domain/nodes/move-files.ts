// Files of a project are read by who reads the project: they follow it when it moves, or is hidden or restricted.
import type { Row, View } from '#resource/rule.ts';

type Place = Pick<Row<'projects'>, 'node_path' | 'restricted_path' | 'hidden_on_path'>;

/** What a file repeats of its project. */
export function placeInTree(project: Place): Place {
  const { node_path, restricted_path, hidden_on_path } = project;
  return { node_path, restricted_path, hidden_on_path };
}

/** Brings the files of a project to its place. */
export function moveFiles(project: Row<'projects'>, view: View): void {
  const files = view.find('files', [{ column: 'project_id', is: '=', value: project.id }]);
  const values = placeInTree(project);
  view.updateAll(
    'files',
    files.map((row) => ({ row, values })),
  );
}
