// Starting and stopping: the function, the worker, the command.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../../src-main/practice/users.ts'
import { practiceMessage } from '../../../../src-main/practice/worker-protocol.ts'
import { practiceUrl } from '../../../fixtures/thread-scripts.ts'
import { asList, asObject, asText, StrangeClient } from './strange-client.ts'

const root = join(import.meta.dirname, '../../../..')

describe('startPracticeExchange', () => {
  it('names the port that is in use', async () => {
    const first = await startPracticeExchange({ host: '127.0.0.1', orders: 0 })
    const port = Number(new URL(first.baseUrl).port)
    await expect(startPracticeExchange({ host: '127.0.0.1', orders: 0, port })).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'port', reason: 'in use', port },
    })
    await first.close()
    const second = await startPracticeExchange({ host: '127.0.0.1', orders: 0, port })
    expect(second.baseUrl).toBe(first.baseUrl)
    await second.close()
  })

  it.each([
    { seed: -1 },
    { seed: 1.5 },
    { orders: 1_000_001 },
    { orders: -1 },
    { port: 70_000 },
    { accessTokenSeconds: 0 },
    { nonceSeconds: 0 },
    { genesisMs: 0 },
  ])('refuses %j', async (options) => {
    const [field] = Object.keys(options)
    await expect(startPracticeExchange({ host: '127.0.0.1', ...options })).rejects.toMatchObject({
      code: 'validation',
      data: { field },
    })
  })

  it.each([0, 1, 3, 7, 30])('serves a history of %d orders', async (orders) => {
    const exchange = await startPracticeExchange({
      host: '127.0.0.1',
      orders,
      clock: { now: () => 1_795_000_000_000 },
    })
    try {
      const client = new StrangeClient(exchange.baseUrl)
      const [, bob] = exchange.users
      if (bob === undefined) throw new Error('no practice user')
      const { access } = await client.login(bob)
      expect(asList(await client.read('/sapi/v1/orders/', access))).toHaveLength(orders)
      expect(asList(await client.read('/sapi/v1/user/pnl/', access))).toHaveLength(7)
    } finally {
      await exchange.close()
    }
  })

  it('prices usdc at one in usdc also where nothing was ever bought or sold', async () => {
    const exchange = await startPracticeExchange({ host: '127.0.0.1', orders: 0 })
    try {
      const client = new StrangeClient(exchange.baseUrl)
      const [alice] = exchange.users
      if (alice === undefined) throw new Error('no practice user')
      const { access } = await client.login(alice)
      const entries = asList(await client.read('/sapi/v1/user/pnl/', access))
      expect(entries.find(({ currency }) => currency === 'usdc')).toMatchObject({
        total_debit: '0.0',
        average_buy_price: '1.0',
        average_sell_price: '1.0',
        average_balance_price: '1.0',
      })
    } finally {
      await exchange.close()
    }
  })

  it('keeps an idle connection longer than a process that runs both ends is busy', async () => {
    const exchange = await startPracticeExchange({ host: '127.0.0.1', orders: 0 })
    const { headers } = await fetch(`${exchange.baseUrl}/sapi/v1/health/`)
    await exchange.close()
    expect(headers.get('keep-alive')).toBe('timeout=300')
  })

  it('does not let an open connection hold up its end', async () => {
    const exchange = await startPracticeExchange({ host: '127.0.0.1', orders: 0 })
    await new StrangeClient(exchange.baseUrl).get('/sapi/v1/health/')
    await exchange.close()
    await expect(fetch(`${exchange.baseUrl}/sapi/v1/health/`)).rejects.toThrow('fetch failed')
  })
})

describe('the worker', () => {
  const run = (workerData: unknown): Worker => new Worker(practiceUrl, { workerData })

  const nextMessage = (worker: Worker): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  const end = (worker: Worker): Promise<number> => new Promise((resolve) => worker.once('exit', resolve))

  it('reports when it is ready, answers, and ends when told to', async () => {
    const worker = run({ seed: 4, orders: 5 })
    const message = practiceMessage.parse(await nextMessage(worker))
    if (message.type !== 'ready') throw new Error('not ready')
    expect(message.markets).toContain('ethusdc')
    expect((await new StrangeClient(message.baseUrl).get('/sapi/v1/health/')).message).toBe('Working fine!')
    const ended = end(worker)
    worker.postMessage({ type: 'something else' })
    worker.postMessage({ type: 'close' })
    expect(await ended).toBe(0)
  })

  it('lets the clock stand still', async () => {
    const fixedNowMs = Date.parse('2026-03-01T12:00:30Z')
    const worker = run({ orders: 5, fixedNowMs })
    const message = practiceMessage.parse(await nextMessage(worker))
    if (message.type !== 'ready') throw new Error('not ready')
    const candles = await new StrangeClient(message.baseUrl).read(
      '/sapi/v1/market/kline/?market=ethusdc&limit=1',
    )
    expect((candles as number[][])[0]?.[0]).toBe(fixedNowMs / 1000 - 30)
    const ended = end(worker)
    worker.postMessage({ type: 'close' })
    await ended
  })

  it('reports why it could not start, and ends', async () => {
    const first = await startPracticeExchange({ host: '127.0.0.1', orders: 0 })
    const port = Number(new URL(first.baseUrl).port)
    const worker = run({ port, orders: 0 })
    const ended = end(worker)
    expect(practiceMessage.parse(await nextMessage(worker))).toEqual({
      type: 'failed',
      error: { code: 'validation', data: { field: 'port', reason: 'in use', port } },
    })
    expect(await ended).toBe(0)
    await first.close()
  })
})

describe('the command', () => {
  type Command = ChildProcessByStdio<null, Readable, Readable>
  const running = new Set<Command>()
  const folders: string[] = []

  afterEach(() => {
    for (const command of running) command.kill('SIGKILL')
    running.clear()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  function run(...flags: string[]): {
    command: Command
    out: () => string
    ended: Promise<[number | null, string]>
  } {
    const command = spawn(process.execPath, ['scripts/exchange.ts', ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(command)
    let out = ''
    let faults = ''
    command.stdout.on('data', (data: Buffer) => (out += data.toString()))
    command.stderr.on('data', (data: Buffer) => (faults += data.toString()))
    const ended = new Promise<[number | null, string]>((resolve) => {
      command.on('close', (code) => {
        running.delete(command)
        resolve([code, faults])
      })
    })
    return { command, out: () => out, ended }
  }

  async function firstLine(command: Command, out: () => string): Promise<Record<string, unknown>> {
    while (!out().includes('\n')) {
      if (command.exitCode !== null) throw new Error('the command ended')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return asObject(JSON.parse(out().split('\n')[0] ?? ''))
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line of JSON when ready and stops on %s',
    async (signal) => {
      const { command, out, ended } = run('--port', '0', '--seed', '7', '--orders', '50')
      const line = await firstLine(command, out)
      expect(Object.keys(line)).toEqual(['baseUrl', 'markets', 'users'])
      const users = derivePracticeUsers(7)
      expect(asList(line['users'])).toEqual(
        users.map(({ ethereumAddress, ethereumPrivateKey, starkKey, organizationKey, apiKey }) => ({
          ethereumAddress,
          ethereumPrivateKey,
          starkKey,
          organizationKey,
          apiKey,
        })),
      )
      const client = new StrangeClient(asText(line['baseUrl']))
      const [alice] = users
      if (alice === undefined) throw new Error('no practice user')
      const { access } = await client.login(alice)
      expect(asObject(await client.read('/sapi/v1/user/profile/', access))['stark_key']).toBe(alice.starkKey)
      command.kill(signal)
      expect(await ended).toEqual([0, ''])
      expect(out().trimEnd().split('\n')).toHaveLength(1)
    },
  )

  it('stands still at a fixed time', async () => {
    const { command, out } = run(
      '--fixed-time',
      '2026-03-01T12:00:30Z',
      '--genesis',
      '2026-02-01',
      '--orders',
      '5',
    )
    const client = new StrangeClient(asText((await firstLine(command, out))['baseUrl']))
    const candles = await client.read('/sapi/v1/market/kline/?market=ethusdc&limit=1')
    expect((candles as number[][])[0]?.[0]).toBe(Date.parse('2026-03-01T12:00:00Z') / 1000)
  })

  it('explains itself', async () => {
    const { out, ended } = run('--help')
    expect(await ended).toEqual([0, ''])
    for (const flag of [
      '--port',
      '--seed',
      '--orders',
      '--access-seconds',
      '--nonce-seconds',
      '--state',
      '--fixed-time',
      '--genesis',
      '--speed',
      '--faults',
      '--stream-faults',
    ]) {
      expect(out()).toContain(flag)
    }
    expect(out()).toMatch(/USDC for internal transfers: 25,000 USDC .* 10,000 USDC/)
    expect(out()).toContain('createLost')
    const [code, words] = await run('--faults', 'createLost=2').ended
    expect([code, words]).toEqual([
      1,
      expect.stringContaining('--faults needs a name and a share from 0 to 1'),
    ])
  })

  it.each([
    [['--port', 'abc'], /--port/],
    [['--port', '99999'], /--port/],
    [['--color'], /--color/],
    [['--seed'], /seed/],
    [['extra'], /extra/],
    [['--orders', '2000000'], /--orders/],
    [['--fixed-time', 'noon'], /--fixed-time/],
    [['--genesis', '1999-01-01'], /--genesis/],
    [['--access-seconds', '0'], /--access-seconds/],
  ])('answers %j with one sentence and exit 1', async (flags, pattern) => {
    const { out, ended } = run(...flags)
    const [code, faults] = await ended
    expect([code, out()]).toEqual([1, ''])
    expect(faults).toMatch(pattern)
    expect(faults.trimEnd().split('\n')).toHaveLength(1)
  })

  it('says which port is in use', async () => {
    const first = await startPracticeExchange({ host: '127.0.0.1', orders: 0 })
    const { port } = new URL(first.baseUrl)
    const { out, ended } = run('--port', port)
    const [code, faults] = await ended
    expect([code, out()]).toEqual([1, ''])
    expect(faults).toMatch(new RegExp(`^Port ${port} is in use: .*\\.\n$`))
    await first.close()
  })

  it('keeps its history in a state file, and says when that is damaged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-practice-'))
    folders.push(folder)
    const file = join(folder, 'state.json')
    writeFileSync(file, 'not json')
    const [code, faults] = await run('--state', file).ended
    expect(code).toBe(1)
    expect(faults).toMatch(/damaged.*set aside as .*state\.json\.damaged-1/)
    const ids: unknown[] = []
    for (let round = 0; round < 2; round += 1) {
      const { command, out, ended } = run('--state', file, '--seed', '2', '--orders', '40')
      const client = new StrangeClient(asText((await firstLine(command, out))['baseUrl']))
      const [alice] = derivePracticeUsers(2)
      if (alice === undefined) throw new Error('no practice user')
      const { access } = await client.login(alice)
      const orders = asList(await client.read('/sapi/v1/orders/?limit=1000&order_by=asc', access))
      ids.push(orders.slice(0, 40).map((order) => order['uuid']))
      command.kill('SIGTERM')
      await ended
    }
    expect(ids[1]).toEqual(ids[0])
  })
})
