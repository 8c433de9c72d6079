// What can happen in a history of the model, as commands that can be drawn, shrunk and read.
import fc from 'fast-check'
import { expect } from 'vitest'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { TransferServices } from '../../../src-main/transfers/open-transfers.ts'
import { checkClaims } from './model-claims.ts'
import type { CrashAtWrite } from './model-computer.ts'
import { lineFaults } from './model-exchange.ts'
import { noTrouble, type Trouble, type World } from './model-world.ts'

/** What the test itself knows while it draws: which accounts have something to take a step with. */
export interface Model {
  /** Transfers by computer and account. */
  readonly intents: number[][]
  readonly active: number[]
}
type Command = fc.AsyncCommand<Model, World>

const steps = ['proceed', 'abandon', 'lookUp'] as const
type Step = (typeof steps)[number]

/** What a call that the app makes may fail with; anything else is a fault of the app's. */
async function outcomeOf<T>(
  work: Promise<T>,
): Promise<T | { readonly refused: string; readonly reason: unknown }> {
  try {
    return await work
  } catch (error) {
    if (!isAppError(error) || error.code === 'internal') throw error
    return { refused: error.code, reason: error.data['reason'] }
  }
}

function makeCommand(
  text: string,
  run: (world: World) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    toString: () => text,
    async run(model, world) {
      await run(world)
      for (const [at, computer] of world.computers.entries()) {
        model.active[at] = computer.active
        model.intents[at] = [0, 1].map((account) => computer.journal(account).length)
      }
      checkClaims(world)
    },
  }
}

interface Asked {
  readonly at: number
  readonly amount: string
  readonly reference: string | null
  readonly isAcknowledged: boolean
  readonly isKnown: boolean
}

const nobody = '0x52908400098527886E0F7030069857D2E4169EE7'

function writeIntent(world: World, { at, amount, reference, isAcknowledged, isKnown }: Asked) {
  const own = world.computer(at)
  const input = {
    recipientAddress: isKnown ? world.exchange.user(1 - own.active).ethereumAddress : nobody,
    source: 'typed',
    amount,
    reference,
    note: '',
    acknowledged: isAcknowledged ? ['firstTime', 'lookAlike', 'onlyReceivedFrom'] : [],
  } satisfies Parameters<TransferServices['create']>[0]
  return outcomeOf(own.run((services) => services.create(input)))
}

const create = (asked: Asked): Command =>
  makeCommand(`create ${JSON.stringify(asked)}`, async (world) => {
    const own = world.computer(asked.at)
    const before = own.journal()
    const { perTransfer } = world.allowedNow(asked.at, own.active)
    const made = await world.during(noTrouble, () => writeIntent(world, asked))
    const isTaken = before.some(({ reference }) => reference === asked.reference)
    const isOver = perTransfer !== null && Number(asked.amount) > Number(perTransfer)
    if (isTaken || isOver) expect(made).toHaveProperty('refused', 'validation')
    if (made !== 'crashed' && 'refused' in made) expect(own.journal()).toEqual(before)
  })

/** Takes a step, offered or not, with what is to go wrong in it. */
async function takeStep(world: World, at: number, step: Step, id: string, trouble: Trouble): Promise<void> {
  const own = world.computer(at)
  const before = await own.run((services) => services.get({ id }))
  if (before === 'crashed') return
  const outcome = await world.during(trouble, () => outcomeOf(own.run((services) => services[step]({ id }))))
  if (step === 'lookUp' || before.offers.includes(step)) return
  if (outcome !== 'crashed') {
    expect(outcome, `${step} in state ${before.state} is refused`).toHaveProperty('refused')
  }
  const after = own
    .journal(0)
    .concat(own.journal(1))
    .find((one) => one.id === id)
  // Every step may be followed by a look-up of what is open, or was refused of late.
  if (before.state !== 'processing' && before.state !== 'refused') expect(after?.state).toBe(before.state)
}

interface Drawn {
  readonly at: number
  readonly pick: number
  readonly trouble: Trouble
  readonly crashAt: CrashAtWrite | null
  readonly hasWrongKey: boolean
}

async function withTrouble(world: World, { at, crashAt, hasWrongKey }: Drawn, work: () => Promise<void>) {
  const own = world.computer(at)
  own.setCrashAtWrite(crashAt === null ? null : { ...crashAt })
  own.setWrongKey(hasWrongKey)
  await work()
  own.setCrashAtWrite(null)
  own.setWrongKey(false)
}

const describe = ({ at, pick, trouble, crashAt, hasWrongKey }: Drawn): string =>
  JSON.stringify({ at, pick, ...trouble, crashAt, hasWrongKey })

const take = (step: Step, drawn: Drawn): Command =>
  makeCommand(
    `${step} ${describe(drawn)}`,
    (world) =>
      withTrouble(world, drawn, async () => {
        const journal = world.computer(drawn.at).journal()
        const picked = journal[drawn.pick % journal.length]
        if (picked !== undefined) await takeStep(world, drawn.at, step, picked.id, drawn.trouble)
      }),
    ({ intents, active }) => (intents[drawn.at]?.[active[drawn.at] ?? 0] ?? 0) > 0,
  )

/** The whole way of one transfer, with trouble somewhere on it. */
const goAllTheWay = (asked: Asked, drawn: Drawn): Command =>
  makeCommand(`send ${JSON.stringify(asked)} ${describe(drawn)}`, (world) =>
    withTrouble(world, drawn, async () => {
      const { at } = asked
      const made = await world.during(noTrouble, () => writeIntent(world, { ...asked, isAcknowledged: true }))
      if (made === 'crashed' || 'refused' in made) return
      await takeStep(world, at, 'proceed', made.id, drawn.trouble)
    }),
  )

const simple = (text: string, run: (world: World) => void | Promise<void>): Command =>
  makeCommand(text, (world) => world.during(noTrouble, async () => run(world)))

const at = fc.nat({ max: 3 }).map((number) => (number === 0 ? 1 : 0))

const asked: fc.Arbitrary<Asked> = fc.record({
  at,
  amount: fc.constantFrom('1', '2.5', '40', '59.999999', '60.000001'),
  reference: fc.constantFrom(null, null, null, 'one', 'two', 'three', 'four'),
  isAcknowledged: fc.nat({ max: 5 }).map((number) => number > 0),
  isKnown: fc.nat({ max: 7 }).map((number) => number > 0),
})

const calls = fc.constantFrom('initiate', 'process', 'process', 'process', 'lookUp')
const left = fc.record({ left: fc.integer({ min: 1, max: 5 }), when: fc.constantFrom('before', 'after') })
type Amiss = Omit<Drawn, 'at' | 'pick'>
const nothing: Amiss = { trouble: noTrouble, crashAt: null, hasWrongKey: false }

/** What goes wrong: one thing at a time, so that a step often gets far enough to meet it. */
const amiss: fc.Arbitrary<Amiss> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(nothing) },
  {
    weight: 12,
    arbitrary: fc
      .record({ call: calls, fault: fc.constantFrom(...lineFaults), isCrash: fc.boolean() })
      .map((met) => ({ ...nothing, trouble: { ...noTrouble, ...met } })),
  },
  { weight: 3, arbitrary: left.map((crashAt) => ({ ...nothing, crashAt })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ person: fc.constantFrom('decline', 'leave'), isCrash: fc.boolean() })
      .map((met) => ({ ...nothing, trouble: { ...noTrouble, ...met } })),
  },
  { weight: 1, arbitrary: fc.constant({ ...nothing, hasWrongKey: true }) },
)

const drawn: fc.Arbitrary<Drawn> = fc
  .record({ at, pick: fc.nat({ max: 9 }), amiss })
  .map(({ amiss: what, ...where }) => ({ ...where, ...what }))

const passing = fc.constantFrom(1_000, 120_000, 600_000, 18_000_000, 86_340_000, 86_400_000)

/** All that can happen, the likelier the more often it is here. */
export const anyCommand: fc.Arbitrary<Command>[] = [
  asked.map(create),
  ...[1, 2, 3, 4, 5, 6].map(() =>
    fc.tuple(asked, drawn).map(([one, other]) => goAllTheWay(one, { ...other, at: one.at })),
  ),
  ...steps.map((step) => drawn.map((one) => take(step, one))),
  ...[1, 2, 3, 4].map(() => drawn.map((one) => take('proceed', one))),
  fc.tuple(at, drawn).map(([where, one]) =>
    makeCommand(`background look-up ${describe({ ...one, at: where })}`, (world) =>
      world.during({ ...one.trouble, call: 'lookUp' }, async () => {
        world.computer(where).retry()
        await Promise.resolve()
      }),
    ),
  ),
  at.map((where) => simple(`crash ${String(where)}`, (world) => world.computer(where).crash())),
  at.map((where) =>
    simple(`switch ${String(where)}`, (world) => world.computer(where).use(1 - world.computer(where).active)),
  ),
  passing.map((ms) => simple(`wait ${String(ms)}`, (world) => world.clock.moveTo(world.clock.now() + ms))),
  fc
    .nat({ max: 3 })
    .map((number) => number === 0)
    .map((isDown) => simple(`down ${String(isDown)}`, (world) => world.exchange.setDown(isDown))),
  fc.constant(null).map(() => simple('what was late arrives', (world) => world.exchange.deliverLate())),
  fc
    .constantFrom(2, 3)
    .map((factor) => simple(`raise the limits ${String(factor)}`, (world) => world.raiseLimits(0, factor))),
]
