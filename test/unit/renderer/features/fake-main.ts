// A stand-in for main behind the border, answering from memory, for tests of the page's state.
import type {
  ChannelInput,
  ChannelName,
  ChannelOutput,
  EventName,
  EventPayload,
} from '../../../../src-preload/contract/contract.ts'
import { isAppError } from '../../../../src-preload/domain/errors.ts'

export type Answers = {
  [Name in ChannelName]?: (input: ChannelInput<Name>) => ChannelOutput<Name> | Promise<ChannelOutput<Name>>
}

export interface FakeMain {
  /** Names of the channels that were called, in order. */
  readonly calls: ChannelName[]
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
}

/** Puts `window.starkdesk` in place. A channel without an answer fails with `internal`; so does any error but an AppError. */
export function installFakeMain(answers: Answers): FakeMain {
  const calls: ChannelName[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const invoke = new Proxy(
    {},
    {
      get: (_target, name: ChannelName) => async (input: never) => {
        calls.push(name)
        try {
          const answer = answers[name]
          if (!answer) throw new Error(`no answer for ${name}`)
          return { ok: true, value: await answer(input) }
        } catch (error) {
          if (isAppError(error))
            return { ok: false, error: { code: error.code, data: error.data, ref: null } }
          return { ok: false, error: { code: 'internal', data: { what: String(error) }, ref: null } }
        }
      },
    },
  )
  const on = new Proxy(
    {},
    {
      get: (_target, name: string) => (listener: (payload: unknown) => void) => {
        const all = listeners.get(name) ?? new Set()
        listeners.set(name, all.add(listener))
        return () => all.delete(listener)
      },
    },
  )
  Object.assign(globalThis, { window: { starkdesk: { invoke, on } } })
  return {
    calls,
    emit: (name, payload) => listeners.get(name)?.forEach((listener) => listener(payload)),
  }
}
