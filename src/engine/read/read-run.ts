// What one read carries through its transaction.
import type { Schema } from '#resource/schema.ts';
import type { Format } from '#response/negotiate-format.ts';
import type { AccountTx } from '#sql/database.ts';
import type { Pace } from './pace.ts';
import type { RenderContext } from './render-rows.ts';
import type { RowCache } from './row-cache.ts';

/** What a read runs with. */
export interface ReadRun extends AccountTx {
  readonly context: RenderContext;
  readonly format: Format;
  readonly rowCache: RowCache;
  readonly schema: Schema;
  readonly pace: Pace;
}
