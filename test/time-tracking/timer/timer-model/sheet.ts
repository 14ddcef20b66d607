// The types of the timer's model: the trackings and uploads of one user, and the acts that change them.

/** A tracking; `end` null: it runs. */
export interface Booked {
  readonly id: number;
  readonly start: number;
  readonly end: number | null;
  readonly task: number;
  readonly approved: boolean;
  /** The notes of the last write. */
  readonly note: string | null;
  /** The `client_unique_id`. */
  readonly name: string | null;
  /** It was started as it happened. */
  readonly live: boolean;
  readonly offline: boolean;
}

/** An upload that is remembered: its name counts once, and it may come to mean something else. */
export interface Upload {
  /** `null`: something ended then. */
  readonly kind: 'start' | 'stop' | 'toggle' | null;
  readonly name: string | null;
  /** Id of what it started or ended. */
  readonly tracking: number | null;
  readonly at: number;
  /** What was said, and whether that was without connection. */
  readonly said: { readonly task: number | null; readonly note: string; readonly recorded: boolean } | null;
}

/** What there is of a person, trackings in order of their start, uploads in the order in which they came. */
export interface Sheet {
  readonly booked: readonly Booked[];
  readonly uploads: readonly Upload[];
  /** The notes of trackings, by id, before something else was noted at their ends. */
  readonly stood: Readonly<Record<number, string | null>>;
}

/** A person who has done nothing yet. */
export const emptySheet: Sheet = { booked: [], uploads: [], stood: {} };

/** A call of the timer; `at` null: as it happens, by the server's clock. */
export interface Call {
  readonly at: number | null;
  /** It was recorded without connection. */
  readonly offline: boolean;
  readonly name: string | null;
  readonly note: string;
}

/** One act on the sheet. */
export type Act =
  | ({ readonly kind: 'start' | 'toggle'; readonly task: number; readonly insert: boolean } & Call)
  | ({ readonly kind: 'stop' } & Call)
  | {
      readonly kind: 'create';
      readonly start: number;
      readonly end: number;
      readonly task: number;
      readonly insert: boolean;
      readonly name: string | null;
      readonly note: string;
    }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly start: number;
      readonly end: number;
      readonly insert: boolean;
      readonly note: string;
    }
  | {
      readonly kind: 'split';
      readonly id: number;
      readonly at: number;
      readonly task: number;
      readonly note: string;
    }
  | { readonly kind: 'delete' | 'approve'; readonly id: number }
  | { readonly kind: 'current' };

/** What the act does not say itself. */
export interface Around {
  /** What the server's clock shows. */
  readonly now: number;
  /** The id of a new tracking, by its start. */
  readonly idAt: (start: number) => number;
}

/** What came of an act; ids of the trackings in its answer. */
export interface Done {
  readonly sheet: Sheet;
  readonly ids: readonly number[];
}
