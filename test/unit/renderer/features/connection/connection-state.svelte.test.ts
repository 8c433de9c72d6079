// @vitest-environment page
// What the page keeps of a test of the connection, and when it lets go of it.
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionTest } from '../../../../../src-preload/contract/app/connection.ts'
import { AppError } from '../../../../../src-preload/domain/errors.ts'
import { connection } from '../../../../../src-renderer/shell/state/connection.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { makeAccount, makeAccountsState } from '../../make-account.ts'
import { type Answers, installFakeMain } from '../fake-main.ts'
import { makeTest } from './make-activity.ts'

const both = [makeAccount(1), makeAccount(2)]
const [{ id: first }, { id: second }] = both as [
  ReturnType<typeof makeAccount>,
  ReturnType<typeof makeAccount>,
]
const running = makeTest({ isRunning: true, profile: { status: 'running' }, clock: { status: 'waiting' } })

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** A main whose test ends when the test here says so. */
function startWithTest(more: Answers = {}) {
  let end = (_result: ConnectionTest): void => undefined
  const main = installFakeMain({
    'connection:getState': () => ({
      status: 'online',
      sinceMs: 1,
      latencyMs: 41,
      lastAnswerMs: 1,
      error: null,
      baseUrl: 'https://exchange.example',
    }),
    'connection:test': () => new Promise((resolve) => (end = resolve)),
    'connection:cancelTest': () => ({}),
    ...more,
  })
  stops.push(connection.start())
  return { main, end: (result: ConnectionTest) => end(result) }
}

describe('a test of the connection', () => {
  it('shows its steps as they come, and its end', async () => {
    const { main, end } = startWithTest()
    const run = connection.runTest(first)
    expect(connection.isTesting).toBe(true)
    main.emit('connection:testChanged', running)
    expect(connection.test).toEqual(running)
    end(makeTest())
    await run
    expect(connection.test).toEqual(makeTest())
    expect(connection.isTesting).toBe(false)
  })

  it('is asked for once, however often the button is pressed', async () => {
    const { main, end } = startWithTest()
    const run = connection.runTest(first)
    await connection.runTest(first)
    expect(main.calls.filter((name) => name === 'connection:test')).toHaveLength(1)
    end(makeTest())
    await run
  })

  it('stays when the same account changes, and goes with another one', async () => {
    const { main, end } = startWithTest()
    const run = connection.runTest(first)
    end(makeTest())
    await run
    main.emit('accounts:changed', makeAccountsState(both, { activeId: first, session: 'signedOut' }))
    expect(connection.test).not.toBeNull()
    main.emit('accounts:changed', makeAccountsState(both, { activeId: second }))
    expect(connection.test).toBeNull()
  })

  it('of an account that was left meanwhile shows nothing any more', async () => {
    const { main, end } = startWithTest()
    const run = connection.runTest(first)
    main.emit('connection:testChanged', running)
    main.emit('accounts:changed', makeAccountsState(both, { activeId: second }))
    main.emit('connection:testChanged', running)
    end(makeTest())
    await run
    expect(connection.test).toBeNull()
    expect(connection.isTesting).toBe(false)
  })

  it('is not kept where nothing may be seen', async () => {
    const { end } = startWithTest()
    const run = connection.runTest(first)
    end(makeTest())
    await run
    stops.splice(0).forEach((stop) => stop())
    expect(connection.test).toBeNull()
    expect(connection.state.status).toBe('loading')
  })

  it('that cannot be run says why, and can be asked for again', async () => {
    let isBroken = true
    startWithTest({
      'connection:test': () => {
        if (isBroken) throw new AppError('notFound', { what: 'active account' })
        return makeTest()
      },
    })
    await connection.runTest(first)
    expect(connection.testError?.code).toBe('notFound')
    isBroken = false
    await connection.runTest(first)
    expect(connection.testError).toBeNull()
    await eventually(() => expect(connection.test).toEqual(makeTest()))
  })
})
