// One worker is asked for the metrics of the service, and every worker has its own: here they come together.
import type { WorkerMetrics } from './message.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Questions of workers for the metrics of the others. */
export interface MetricsExchange {
  /** A worker wants to know; it gets the answer under its own number of the question. */
  ask(asker: WorkerProcess, question: number): void;
  /** A worker has said its own. */
  told(teller: WorkerProcess, answer: { readonly question: number; readonly text: string }): void;
  /** A worker will not say anything any more. */
  gone(process: WorkerProcess): void;
}

interface Question {
  readonly asker: WorkerProcess;
  readonly number: number;
  readonly waitingFor: Set<WorkerProcess>;
  readonly all: WorkerMetrics[];
}

/** Starts without questions; `serving` tells who can be asked. */
export function createMetricsExchange(serving: () => Iterable<WorkerProcess>): MetricsExchange {
  const open = new Map<number, Question>();
  let count = 0;
  const answerIfComplete = (id: number, { asker, number, waitingFor, all }: Question): void => {
    if (waitingFor.size > 0) return;
    open.delete(id);
    asker.tell({ kind: 'all_metrics', question: number, all });
  };
  return {
    ask(asker, number) {
      count += 1;
      const waitingFor = new Set(serving());
      waitingFor.delete(asker);
      const question = { asker, number, waitingFor, all: [] };
      open.set(count, question);
      for (const process of waitingFor) process.tell({ kind: 'tell_metrics', question: count });
      answerIfComplete(count, question);
    },
    told(teller, { question: id, text }) {
      const question = open.get(id);
      if (question?.waitingFor.delete(teller) !== true) return;
      question.all.push({ worker: teller.worker, text });
      answerIfComplete(id, question);
    },
    gone(process) {
      for (const [id, question] of open) {
        question.waitingFor.delete(process);
        answerIfComplete(id, question);
      }
    },
  };
}
