// Internal transfers as a stranger sees them, with restarts.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { PracticeUser } from '../../../../src-main/practice/users.ts'
import { ManualClock } from './manual-clock.ts'
import {
  asList,
  asObject,
  asText,
  deriveL2Key,
  signHash,
  StrangeClient,
  type Answer,
} from './strange-client.ts'

const root = '/sapi/v1/internal_transfers/v2/'
const clock = new ManualClock(0)
let folder: string
let stateFile: string
let exchange: PracticeExchange
let client: StrangeClient
let alice: PracticeUser
let bob: PracticeUser
let aliceToken: string
let bobToken: string
let aliceL2: bigint
let bobL2: bigint

async function start(): Promise<void> {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 9,
    orders: 20,
    clock,
    stateFile,
    nonceSeconds: 60,
    accessTokenSeconds: 86_400,
  })
  client = new StrangeClient(exchange.baseUrl)
  const [first, second] = exchange.users
  if (first === undefined || second === undefined) throw new Error('no practice users')
  alice = first
  bob = second
  aliceToken = (await client.login(alice)).access
  bobToken = (await client.login(bob)).access
}

beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-20T16:00:00.123Z')
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-practice-'))
  stateFile = join(folder, 'state.json')
  await start()
  aliceL2 = await deriveL2Key(alice.ethereumPrivateKey)
  bobL2 = await deriveL2Key(bob.ethereumPrivateKey)
})
afterEach(async () => {
  await exchange.close()
  rmSync(folder, { recursive: true })
})

const keysOf = (user: PracticeUser): Record<string, unknown> => ({
  organization_key: user.organizationKey,
  api_key: user.apiKey,
})

const initiate = (fields: Record<string, unknown> = {}, token = aliceToken, user = alice): Promise<Answer> =>
  client.post(
    `${root}initiate/`,
    {
      ...keysOf(user),
      currency: 'usdc',
      amount: 12.5,
      destination_address: (user === alice ? bob : alice).ethereumAddress,
      ...fields,
    },
    token,
  )

async function issued(fields: Record<string, unknown> = {}): Promise<{ msg_hash: string; nonce: number }> {
  const answer = await initiate(fields)
  expect([answer.http, answer.message]).toEqual([200, 'Please sign the message, to complete the transaction'])
  const payload = asObject(answer.payload)
  expect(Object.keys(payload).sort()).toEqual(['msg_hash', 'nonce'])
  const hash = asText(payload['msg_hash'])
  expect(hash).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
  expect(BigInt(hash)).toBeLessThan(2n ** 251n)
  expect(Number.isSafeInteger(payload['nonce'])).toBe(true)
  return { msg_hash: hash, nonce: Number(payload['nonce']) }
}

const process = (
  what: { msg_hash: string; nonce: number },
  fields: Record<string, unknown> = {},
  token = aliceToken,
  user = alice,
): Promise<Answer> =>
  client.post(
    `${root}process/`,
    { ...keysOf(user), signature: signHash(what.msg_hash, aliceL2), ...what, ...fields },
    token,
  )

async function usdcOf(token: string): Promise<{ credit: string; debit: string }> {
  const entries = asList(await client.read('/sapi/v1/user/pnl/', token))
  const usdc = entries.find((entry) => entry['currency'] === 'usdc') ?? {}
  return { credit: asText(usdc['total_credit']), debit: asText(usdc['total_debit']) }
}

const changeOf = (before: string, after: string): string => {
  const micro = (text: string): bigint => {
    const [whole = '', part = ''] = text.split('.')
    return BigInt(whole + part.padEnd(20, '0'))
  }
  return (micro(after) - micro(before)).toString()
}

describe('a transfer', () => {
  it('goes from initiate over signature and process to both sides’ look-ups', async () => {
    const before = { alice: await usdcOf(aliceToken), bob: await usdcOf(bobToken) }
    const what = await issued({ client_reference_id: '4645497856683096', amount: 12.345678 })
    const pending = await client.get(`${root}4645497856683096`, aliceToken)
    expect([pending.http, pending.message]).toEqual([200, 'Fetched internal transfer successfully'])
    expect(asObject(pending.payload)).toMatchObject({
      status: 'pending',
      updated_at: asObject(pending.payload)['created_at'],
    })
    expect(await usdcOf(aliceToken)).toEqual(before.alice)

    clock.advance(2_000)
    const answer = await process(what)
    expect([answer.http, answer.status, answer.message]).toEqual([
      200,
      'success',
      'Internal transfer processed successfully',
    ])
    const transfer = asObject(answer.payload)
    expect(transfer).toEqual({
      client_reference_id: '4645497856683096',
      amount: '12.3456780000000000',
      currency: 'usdc',
      from_address: alice.ethereumAddress,
      destination_address: bob.ethereumAddress,
      status: 'success',
      created_at: transfer['created_at'],
      updated_at: transfer['updated_at'],
    })
    const form = /^2026-11-20T16:00:0\d\.\d{6}Z$/
    expect(asText(transfer['created_at'])).toMatch(form)
    expect(asText(transfer['updated_at'])).toMatch(form)
    expect(asText(transfer['updated_at']) > asText(transfer['created_at'])).toBe(true)

    for (const [token, path] of [
      [aliceToken, `${root}4645497856683096`],
      [aliceToken, `${root}4645497856683096/`],
      [bobToken, `${root}4645497856683096`],
      [bobToken, `${root}4645497856683096/`],
    ] as const) {
      expect(await client.read(path, token)).toEqual(transfer)
    }
    const after = { alice: await usdcOf(aliceToken), bob: await usdcOf(bobToken) }
    expect(changeOf(before.alice.debit, after.alice.debit)).toBe('1234567800000000000000')
    expect(changeOf(before.bob.credit, after.bob.credit)).toBe('1234567800000000000000')
    expect([after.alice.credit, after.bob.debit]).toEqual([before.alice.credit, before.bob.debit])
  })

  it('gets a reference of 15 to 17 digits when none is given', async () => {
    const answer = await process(await issued())
    expect(asText(asObject(answer.payload)['client_reference_id'])).toMatch(/^[1-9]\d{14,16}$/)
  })

  it('is never processed twice, not even by many calls at once', async () => {
    const before = await usdcOf(bobToken)
    const what = await issued({ amount: 7 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => process(what)))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    const again = await process(what)
    expect([again.http, again.status, again.message]).toEqual([
      400,
      'error',
      'This nonce has already been used',
    ])
    expect(changeOf(before.credit, (await usdcOf(bobToken)).credit)).toBe('700000000000000000000')
  })

  it('takes amounts as numbers and as decimal text, exactly', async () => {
    for (const [amount, text] of [
      [1, '1.0000000000000000'],
      [0.000001, null],
      ['0.000001', '0.0000010000000000'],
      ['1.0000000000000000', '1.0000000000000000'],
      [0.1, '0.1000000000000000'],
      ['12.345678', '12.3456780000000000'],
    ] as const) {
      const answer = await initiate({ amount })
      if (text === null) continue
      const payload = asObject(answer.payload)
      const done = await process({ msg_hash: asText(payload['msg_hash']), nonce: Number(payload['nonce']) })
      expect(asObject(done.payload)['amount']).toBe(text)
    }
  })
})

describe('initiate refuses', () => {
  it.each([
    [0, 400],
    [-1, 400],
    [1.1234567, 400],
    ['1.1234567', 400],
    ['', 400],
    ['1e3', 400],
    ['+1', 400],
    [' 1', 400],
    ['0.0', 400],
    ['NaN', 400],
    [1e21, 400],
    [null, 400],
    [true, 400],
    [[1], 400],
    ['1000000000000000', 400],
    [25000.000001, 400],
  ])('the amount %j', async (amount, http) => {
    const answer = await initiate({ amount })
    expect([answer.http, answer.status]).toEqual([http, 'error'])
  })

  it('more than the balance, by the last digit', async () => {
    const answer = await initiate({ amount: '25000.000001' })
    expect([answer.http, answer.message]).toEqual([400, 'Insufficient balance'])
    expect((await initiate({ amount: '25000' })).http).toBe(200)
  })

  it('other currencies, oneself, strangers and what is no address', async () => {
    const stranger = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
    for (const [fields, http, message] of [
      [{ currency: 'eth' }, 400, 'Only USDC is supported'],
      [{ currency: 5 }, 400, 'currency: Not a valid string.'],
      [{ destination_address: alice.ethereumAddress }, 400, 'You cannot transfer to your own address'],
      [
        { destination_address: alice.ethereumAddress.toLowerCase() },
        400,
        'You cannot transfer to your own address',
      ],
      [{ destination_address: stranger }, 404, 'User does not exist'],
      [{ destination_address: 'bob' }, 400, 'destination_address: Enter a valid Ethereum address.'],
    ] as const) {
      const answer = await initiate(fields)
      expect([answer.http, answer.status, answer.message]).toEqual([http, 'error', message])
    }
  })

  it('keys that are not the caller’s own', async () => {
    for (const [fields, message] of [
      [{ organization_key: 'wrong' }, 'Invalid organization key'],
      [{ organization_key: bob.organizationKey }, 'Invalid organization key'],
      [{ api_key: 'wrong' }, 'Invalid api key'],
      [{ api_key: bob.apiKey }, 'Invalid api key'],
    ] as const) {
      for (const answer of [
        await initiate(fields),
        await process({ msg_hash: '0x1', nonce: 1 }, fields),
        await client.post(
          `${root}check_user_exists/`,
          { ...keysOf(alice), destination_address: bob.ethereumAddress, ...fields },
          aliceToken,
        ),
      ]) {
        expect([answer.http, answer.status, answer.message, answer.payload]).toEqual([
          403,
          'error',
          message,
          '',
        ])
      }
    }
  })

  it('a reference that was used before, by whomever, and one that no path could name', async () => {
    await issued({ client_reference_id: 'rent-2026-11' })
    const again = await initiate({ client_reference_id: 'rent-2026-11' })
    expect([again.http, again.message]).toEqual([
      400,
      'Transfer with this client_reference_id already exists',
    ])
    const byBob = await initiate({ client_reference_id: 'rent-2026-11' }, bobToken, bob)
    expect(byBob.http).toBe(400)
    for (const [bad, sentence] of [
      ['', /blank/],
      ['x'.repeat(256), /no more than 255/],
      ['a/b', /slash/],
      ['/', /slash/],
      ['a\u0000b', /control/],
      ['a\nb', /control/],
      ['\u0085', /control/],
      ['\ud800', /control/],
      ['.', /"\." is reserved/],
      ['..', /"\.\." is reserved/],
      ['initiate', /"initiate" is reserved/],
      ['process', /reserved/],
      ['check_user_exists', /reserved/],
      [5, /string/],
      [{}, /string/],
    ] as const) {
      const answer = await initiate({ client_reference_id: bad })
      expect([bad, answer.http]).toEqual([bad, 400])
      expect(answer.message).toMatch(/^client_reference_id: /)
      expect(answer.message).toMatch(sentence)
    }
  })
})

describe('process refuses', () => {
  it('a wrong signature, and still takes the right one afterwards', async () => {
    const what = await issued()
    const right = signHash(what.msg_hash, aliceL2)
    for (const signature of [
      signHash(what.msg_hash, bobL2),
      signHash(`0x${(BigInt(what.msg_hash) ^ 1n).toString(16)}`, aliceL2),
      { r: right.s, s: right.r },
      { r: '0x0', s: '0x0' },
      { r: '0x1', s: '0x1' },
      { r: `0x${'f'.repeat(64)}`, s: right.s },
    ]) {
      const answer = await process(what, { signature })
      expect([answer.http, answer.status, answer.message]).toEqual([400, 'error', 'Invalid signature'])
    }
    for (const signature of [right.r, { r: right.r }, { r: 1, s: 2 }, { r: 'x', s: 'y' }, null, []]) {
      expect((await process(what, { signature })).http).toBe(400)
    }
    expect((await process(what, { signature: { ...right, recoveryParam: 0 } })).http).toBe(200)
  })

  it('a hash or a nonce of another transfer', async () => {
    const one = await issued()
    const two = await issued()
    expect((await process({ msg_hash: one.msg_hash, nonce: two.nonce })).message).toBe('Invalid msg_hash')
    expect((await process({ msg_hash: one.msg_hash, nonce: 1 })).message).toBe('Invalid nonce')
    for (const nonce of ['1', 1.5, null, -1, 1e300]) expect((await process(one, { nonce })).http).toBe(400)
    for (const msg_hash of ['', 'zz', 12, null]) {
      const signature = signHash(one.msg_hash, aliceL2)
      expect((await process(one, { msg_hash, signature })).http).toBe(400)
    }
  })

  it('the receiver or anyone else in place of the sender', async () => {
    const what = await issued()
    const answer = await process(what, { signature: signHash(what.msg_hash, bobL2) }, bobToken, bob)
    expect([answer.http, answer.message]).toEqual([400, 'Invalid nonce'])
  })

  it('an expired nonce; the transfer stays pending', async () => {
    const what = await issued({ client_reference_id: 'late' })
    clock.advance(60_000)
    const answer = await process(what)
    expect([answer.http, answer.message]).toEqual([
      400,
      'This nonce has expired, please initiate a new transfer',
    ])
    expect(asObject(await client.read(`${root}late`, aliceToken))['status']).toBe('pending')
  })

  it('to spend the same balance twice', async () => {
    const one = await issued({ amount: 20_000 })
    const two = await issued({ amount: 20_000 })
    expect((await process(one)).http).toBe(200)
    expect((await process(two)).message).toBe('Insufficient balance')
  })
})

describe('the look-up', () => {
  it.each([
    'a b',
    ' ',
    'rent #3 ?a=b&c=d',
    'é😀 ü',
    '100%',
    '%2F',
    '%41',
    'a\\b',
    '<i>\'"',
    '...',
    '__proto__',
    'y'.repeat(255),
    '😀'.repeat(255),
  ])(
    'finds the reference %j, percent-encoded, with and without the slash, also after a restart',
    async (reference) => {
      await issued({ client_reference_id: reference })
      const path = root + encodeURIComponent(reference)
      const before = asObject(await client.read(path, aliceToken))
      expect(before['client_reference_id']).toBe(reference)
      expect(await client.read(`${path}/`, aliceToken)).toEqual(before)
      await exchange.close()
      await start()
      expect(await client.read(path, bobToken)).toEqual(before)
    },
  )

  it('answers 404 for what does not exist', async () => {
    for (const path of [`${root}1234567890123456`, `${root}1234567890123456/`, `${root}initiate`]) {
      const answer = await client.get(path, aliceToken)
      expect([answer.http, answer.status, answer.message, answer.payload]).toEqual([
        404,
        'error',
        'Transfer does not exist',
        '',
      ])
    }
  })
})

describe('check_user_exists', () => {
  const check = (destination: unknown): Promise<Answer> =>
    client.post(
      `${root}check_user_exists/`,
      { ...keysOf(alice), destination_address: destination },
      aliceToken,
    )

  it('knows the other user, in any case of the address', async () => {
    for (const address of [bob.ethereumAddress, bob.ethereumAddress.toLowerCase(), alice.ethereumAddress]) {
      const answer = await check(address)
      expect([answer.http, answer.status, answer.message, answer.payload]).toEqual([
        200,
        'success',
        'User exists',
        { destination_address: address, exists: true },
      ])
    }
  })

  it('says so in the payload when there is none', async () => {
    for (const address of [
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
      '0xF5F467c3D86760A4Ff6262880727E854428s4996',
    ]) {
      const answer = await check(address)
      expect([answer.http, answer.status, answer.message, answer.payload]).toEqual([
        200,
        'error',
        'User does not exist',
        { destination_address: address, exists: false },
      ])
    }
    for (const wrong of ['', 5, null, {}]) expect((await check(wrong)).http).toBe(400)
  })
})

describe('a restart', () => {
  it('keeps orders, the ledger and pending transfers', async () => {
    const done = await issued({ client_reference_id: 'done', amount: 100 })
    const open = await issued({ client_reference_id: 'open', amount: 50 })
    expect((await process(done)).http).toBe(200)
    const look = async (): Promise<unknown[]> => [
      await client.read('/sapi/v1/orders/?limit=100', aliceToken),
      await client.read('/sapi/v1/user/pnl/', aliceToken),
      await client.read('/sapi/v1/user/pnl/', bobToken),
      await client.read(`${root}done`, bobToken),
      await client.read(`${root}open`, bobToken),
    ]
    const before = await look()
    await exchange.close()
    clock.advance(30_000)
    await start()
    clock.advance(-30_000)
    expect(await look()).toEqual(before)
    expect((await process(done)).message).toBe('This nonce has already been used')
    expect((await process(open)).http).toBe(200)
    expect((await process(open)).http).toBe(400)
  })

  it('has the transfer on disk before the answer', async () => {
    const what = await issued({ client_reference_id: 'durable' })
    const processedOf = (): unknown =>
      asList(asObject(JSON.parse(readFileSync(stateFile, 'utf8')))['transfers'])[0]?.['processedMs']
    expect(processedOf()).toBeNull()
    await process(what)
    expect(processedOf()).toBe(clock.nowMs)
    expect(readdirSync(folder).filter((name) => name.startsWith('state.json'))).toEqual(['state.json'])
  })

  it('forgets what was never processed an hour after it could have been, and nothing else', async () => {
    const done = await issued({ client_reference_id: 'done' })
    await process(done)
    await issued({ client_reference_id: 'forgotten' })
    const kept = (): unknown[] =>
      asList(asObject(JSON.parse(readFileSync(stateFile, 'utf8')))['transfers']).map(
        ({ reference }) => reference,
      )
    clock.advance(60_000 + 3_599_999)
    await issued({ client_reference_id: 'next' })
    expect(kept()).toEqual(['done', 'forgotten', 'next'])
    clock.advance(1)
    await issued({ client_reference_id: 'last' })
    expect(kept()).toEqual(['done', 'next', 'last'])
    expect((await client.get(`${root}forgotten`, aliceToken)).http).toBe(404)
    expect(asObject(await client.read(`${root}done`, aliceToken))['status']).toBe('success')
    expect((await process(done)).message).toBe('This nonce has already been used')
  })

  it('sets a damaged file aside with a clear error, and begins anew the next time', async () => {
    await issued()
    await exchange.close()
    const whole = readFileSync(stateFile, 'utf8')
    for (const [index, damaged] of [
      whole.slice(0, whole.length / 2),
      '{}',
      '',
      whole.replace('"seed": 9', '"seed": "9"'),
    ].entries()) {
      writeFileSync(stateFile, damaged)
      await expect(start()).rejects.toMatchObject({
        code: 'databaseCorrupt',
        data: { file: stateFile, setAside: `${stateFile}.damaged-${index + 1}` },
      })
      expect(readFileSync(`${stateFile}.damaged-${index + 1}`, 'utf8')).toBe(damaged)
    }
    await start()
    expect((await initiate()).http).toBe(200)
  })

  it('leaves a file of a newer version alone', async () => {
    await exchange.close()
    const newer = readFileSync(stateFile, 'utf8').replace('"version": 1', '"version": 2')
    writeFileSync(stateFile, newer)
    await expect(start()).rejects.toMatchObject({ code: 'databaseTooNew', data: { found: 2 } })
    expect(readFileSync(stateFile, 'utf8')).toBe(newer)
    writeFileSync(stateFile, newer.replace('"version": 2', '"version": 1'))
    await start()
  })

  it('does not mix a file with another seed', async () => {
    const options = { host: '127.0.0.1', clock, stateFile, seed: 10 } as const
    await expect(startPracticeExchange(options)).rejects.toMatchObject({
      code: 'validation',
      data: { field: 'seed', reason: 'differs from state file', value: 10, stored: 9 },
    })
  })
})
