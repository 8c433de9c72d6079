// Asks main for the first view's data before the page's code is loaded.
import type { Result } from './contract/channel.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from './contract/contract.ts'

/** Channels without an input. */
type PlainName = {
  [Name in ChannelName]: Record<string, never> extends ChannelInput<Name> ? Name : never
}[ChannelName]

/** Main's answer to a call without an input. */
type Ask = (name: string) => Promise<unknown>

/** What is shown first, unless the app is locked and hidden. */
const shownFirst = [
  'accounts:getState',
  'charts:getTradeView',
  'charts:getLayout',
  'markets:list',
  'markets:getListSettings',
] as const satisfies readonly PlainName[]

/** Older answers are not given: a view may be opened much later than the page. */
const maxAgeMs = 5_000

const isOk = (answer: unknown): boolean => (answer as Result<unknown>).ok

export interface FirstView {
  /** The answer asked for ahead, once; null if there is none. Main is asked again where it refused. */
  readonly take: (name: string) => Promise<unknown> | null
  /** Drops all answers that were not taken: something has changed since. */
  readonly drop: () => void
}

/** Begins to ask. Asks for nothing but the app's facts and the lock while the app is locked and hidden. */
export function askFirstView(ask: Ask, now: () => number = Date.now): FirstView {
  const startedMs = now()
  const answers = new Map<string, Promise<unknown>>()

  function askAhead<Name extends PlainName>(name: Name): Promise<Result<ChannelOutput<Name>>> {
    const answer = ask(name)
    answers.set(name, answer)
    return answer as Promise<Result<ChannelOutput<Name>>>
  }

  async function askAll(): Promise<void> {
    const [info, security] = await Promise.all([askAhead('app:getInfo'), askAhead('security:getState')])
    if (!info.ok || info.value.startupError !== null || !security.ok) return
    const { password, readableWhenLocked } = security.value
    const isShut = password === 'locked' || password === 'damaged'
    if (isShut && !readableWhenLocked) return
    await Promise.all(shownFirst.map(askAhead))
  }
  // The page asks again, and says what failed.
  askAll().catch(() => undefined)

  return {
    take(name) {
      const known = answers.get(name)
      answers.delete(name)
      if (known === undefined || now() - startedMs > maxAgeMs) return null
      return known.then(
        (answer) => (isOk(answer) ? answer : ask(name)),
        () => ask(name),
      )
    },
    drop: () => {
      answers.clear()
    },
  }
}
