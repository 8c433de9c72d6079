// What a run of benches leaves behind: the machine as it was, and each figure that was printed.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** The machine right before a run: figures of a busy hour are told by it. */
export interface Machine {
  readonly cores: number
  readonly processor: string
  /** Average of the last minute; 0 on Windows. */
  readonly load: number
  /** The longest time that an idle process was kept waiting, in milliseconds. */
  readonly idleStallMs: number
}

/** A figure as it was printed; the texts have their units. */
export interface Figure {
  readonly bench: string
  readonly figure: string
  readonly ours: string
  readonly reference: string
  /** Null where waits are compared with those of an idle process. */
  readonly ratio: string | null
  readonly goal: string
  readonly verdict: 'met' | 'missed' | 'measured'
}

const idleMs = 2_000

export async function readMachine(): Promise<Machine> {
  const endMs = performance.now() + idleMs
  let idleStallMs = 0
  for (let lastMs = performance.now(); lastMs < endMs;) {
    await sleep(1)
    const now = performance.now()
    idleStallMs = Math.max(idleStallMs, now - lastMs - 1)
    lastMs = now
  }
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    load: loadavg()[0] ?? 0,
    idleStallMs: Math.round(idleStallMs * 10) / 10,
  }
}

export const wordMachine = ({ cores, processor, load, idleStallMs }: Machine): string =>
  `machine cores=${String(cores)} processor=${processor.replaceAll(' ', '-')} load=${load.toFixed(2)} idle-stall=${idleStallMs.toFixed(1)}ms`

const figureLine =
  /^bench (\S+) (\S+) ours=(\S+) reference=(\S+) (?:ratio=(\S+) )?(?:cpu=\S+ )?goal=(.+) (met|missed|measured)$/gm

/** The figures of what benches printed, in their order. */
export const readFigures = (printed: string): Figure[] =>
  [...printed.matchAll(figureLine)].map(
    ([, bench = '', figure = '', ours = '', reference = '', ratio = null, goal = '', verdict]) => ({
      bench,
      figure,
      ours,
      reference,
      ratio,
      goal,
      verdict: verdict === 'met' || verdict === 'missed' ? verdict : 'measured',
    }),
  )

/** What else they printed of themselves: how a time grows with the data, what was measured. */
export const readNotes = (printed: string): string[] =>
  printed.split('\n').filter((line) => line.startsWith('bench ') && readFigures(line).length === 0)
