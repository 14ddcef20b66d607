// The test data that the generated matrices need of each resource, in one file for each area of the domain.
import type { Company } from '../company.ts';

/** Field name → value, as sent. */
export type Entity = Readonly<Record<string, unknown>>;

/** What a sample needs: a number that no other sample of the account had, a word for its texts, ids to refer to. */
export interface SampleContext {
  readonly serial: number;
  readonly mark: string;
  /** The id of a row of the resource that exists in the account; `terminals` are users that are multi-user terminals. */
  id(resource: string): number;
}

/** What makes an entity about a person of the company; `number` is new every time. */
export interface Making {
  readonly company: Company;
  readonly person: number;
  readonly number: number;
}

/** The verbs of the table of rights. */
export const verbs = ['read', 'create', 'update', 'delete'] as const;
/** One of {@link verbs}. */
export type Verb = (typeof verbs)[number];

/** Rights of one resource: a letter for each kind of caller, as access-table.ts explains. */
export type Rights = Readonly<Record<Verb, string>>;

/** Fields that tell what a letter of `read` shows. */
export type Probes = Readonly<Partial<Record<'p' | 'o' | 's' | 'm' | 'a', string>>>;

/** A field that refers to `target` while the fields `beside` have these values. */
export interface LooseReference {
  readonly field: string;
  readonly target: string;
  readonly beside: Entity;
}

type Query = Readonly<Record<string, number | string>>;
type ByResource<T> = Readonly<Record<string, T>>;

/** Everything about the resources of one area; what is left out is empty. */
export interface Area {
  readonly rights?: ByResource<Rights>;
  readonly probes?: ByResource<Probes>;
  /** A complete entity for `create`, with every relation filled; text fields hold the mark. In order of need. */
  readonly samples?: ByResource<(context: SampleContext) => Entity>;
  /** Rows of resources that clients cannot create, as the server itself stores them. */
  readonly storedSamples?: ByResource<(context: SampleContext) => Record<string, string | number>>;
  /** Ids that a field holds though no relation says so, because another field says of which resource. */
  readonly looseReferences?: ByResource<readonly LooseReference[]>;
  /** A field and value that an update may always send. */
  readonly harmlessUpdates?: ByResource<Entity>;
  /** An entity about a person of the company that can be created. */
  readonly makers?: ByResource<(making: Making) => Entity | Promise<Entity>>;
  /** Query that finds a row about a person of the company, of resources whose rows the server makes by itself. */
  readonly found?: ByResource<(making: Making) => Query | Promise<Query>>;
  /** A row about a person of the company as the server stores it, of resources that clients cannot create. */
  readonly storedAbout?: ByResource<(making: Making) => Readonly<Record<string, string | number>>>;
  /** What a resource without rows of its own is asked about a person. */
  readonly asked?: ByResource<(person: number) => Readonly<Record<string, string | number>>>;
  /** Id of a row that every account has, of resources that callers cannot create. */
  readonly standing?: ByResource<number>;
}

const masterWrite = 'y ! y ! ! ! ! ! ! ! #';
/** No such action, for anybody. */
export const none = '. . . . . . . . . . #';
/** Everyone reads, administrators write. */
export const masterData: Rights = {
  read: 'a a a m o o o o o o #',
  create: masterWrite,
  update: masterWrite,
  delete: masterWrite,
};
/** All callers read, no caller writes. */
export const referenceData: Rights = { read: masterData.read, create: none, update: none, delete: none };
