// The part of autocannon that the bench uses; the package brings no types.
declare module 'autocannon' {
  interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** Called for each request; answers the request that is sent. */
    readonly setupRequest?: (request: Request) => Request;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds between looks at whether the duration is over. */
    readonly sampleInt: number;
    /** Seconds until an answer is missed. */
    readonly timeout: number;
    readonly requests: readonly Request[];
  }
  interface Result {
    readonly errors: number;
    readonly timeouts: number;
  }
  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }
  export type { Request, Options, Result, Instance };
  export default function autocannon(options: Options): Instance;
}
