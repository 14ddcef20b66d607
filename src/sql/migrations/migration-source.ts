// A migration as the text of its file: one line for each column, index and foreign key, so that a person can read it.
import { format, resolveConfig } from 'prettier';
import type { Operation } from './operation.ts';

/** The whole file that will stand at `path`. */
export async function migrationSource(operations: readonly Operation[], path: string): Promise<string> {
  const text = `// Generated from the declarations by \`npm run migration\`, then read by a person. Once released it never changes.
import type { Operation } from './operation.ts';

const operations: readonly Operation[] = ${JSON.stringify(operations)};

export default operations;
`;
  return format(text, { ...(await resolveConfig(path)), parser: 'typescript' });
}
