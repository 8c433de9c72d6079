// 5,000 increments a second for a minute through our streams into a book, beside a bare `ws` client that parses JSON. Both
// receive the same messages at the same time, each in a process of its own. `--small`: ten seconds.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Bystander } from './bystander.ts'
import { Bench, median, readWish, type Stall } from './harness.ts'
import type { Cost } from './stream-receiver-child.ts'

const PER_SECOND = 5_000
const MARKET = 'ethusdc'
const totalMs = readWish().isSmall ? 10_000 : 60_000
/** Parts of the time: to warm up, for the processor, and for stalls, since looking for them costs processor time. */
const phases = { warmUp: 0.25, cpu: 0.5, stall: 0.05 } as const
/** The machine's own moments are in some of these, not in most. */
const STALL_PHASES = 5

function start(file: string, args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return fork(path, [...args], { execArgv: [...process.execArgv, '--expose-gc'] })
}

async function costOf(receiver: ChildProcess, phase: keyof typeof phases): Promise<Cost> {
  receiver.send(phase === 'stall' ? 'stall' : 'cpu')
  await sleep(totalMs * phases[phase])
  receiver.send('end')
  const [cost] = (await once(receiver, 'message')) as [Cost]
  return cost
}

const bench = new Bench('stream', 'wall')
const sender = start('stream-sender-child.ts', [String(PER_SECOND), MARKET])
const [port] = (await once(sender, 'message')) as [number]
const [ours, bare] = (['ours', 'bare'] as const).map((kind) =>
  start('stream-receiver-child.ts', [kind, String(port), MARKET]),
)
if (ours === undefined || bare === undefined) throw new Error('no receivers')
await Promise.all([once(ours, 'message'), once(bare, 'message')])
const bystander = new Bystander()

const inPhase = (phase: keyof typeof phases): Promise<readonly [Cost, Cost]> =>
  Promise.all([costOf(ours, phase), costOf(bare, phase)])
const [oursEarly] = await inPhase('warmUp')
const [oursCpu, bareCpu] = await inPhase('cpu')
const stalls: { readonly ours: Stall; readonly idle: Stall }[] = []
let oursLate = oursCpu
for (let phase = 0; phase < STALL_PHASES; phase += 1) {
  const { outcome, idle } = await bystander.watch(() => inPhase('stall'))
  ;[oursLate] = outcome
  if (oursLate.stall !== null) stalls.push({ ours: oursLate.stall, idle })
}

const perMessage = ({ cpuMs, messages }: Cost): number => (cpuMs * 1_000) / messages
bench.judgeAmounts({
  figure: 'cpu',
  ours: perMessage(oursCpu),
  reference: perMessage(bareCpu),
  unit: 'us',
  mostTimes: 1.5,
})
// The reference is our own, early on: what is kept must not grow.
bench.judgeAmounts({
  figure: 'memory',
  ours: oursLate.memoryMb,
  reference: oursEarly.memoryMb,
  unit: 'MB',
  mostTimes: 1.1,
})
const idle = stalls.map((stall) => stall.idle)
bench.judgeStalls(
  'stall',
  stalls.map((stall) => stall.ours),
  idle,
  Math.ceil(median(idle.map(({ wall }) => wall)) + 20),
)
bench.tell(
  'rate',
  `${String(Math.round((oursCpu.messages / (totalMs * phases.cpu)) * 1_000))} messages a second`,
)

bystander.end()
for (const child of [sender, ours, bare]) child.disconnect()
bench.finish()
