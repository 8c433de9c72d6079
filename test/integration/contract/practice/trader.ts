// A trader at the practice exchange, written from the facts alone: nonce, signature, create, cancel, and what is told of it.
import type { PracticeUser } from '../../../../src-main/practice/users.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { type Answer, asList, asObject, deriveL2Key, signHash, type StrangeClient } from './strange-client.ts'

export interface Asked {
  readonly market: string
  readonly ord_type: 'limit' | 'market' | 'stop_limit' | 'limit_maker'
  readonly side: 'buy' | 'sell'
  readonly volume: number | string
  readonly price?: number | string
  readonly stop_price?: number | string
}

export type Trader = Awaited<ReturnType<typeof makeTrader>>

export async function makeTrader(client: StrangeClient, user: PracticeUser) {
  const token = (await client.login(user)).access
  const key = await deriveL2Key(user.ethereumPrivateKey)

  const ask = (order: Asked): Promise<Answer> => client.post('/sapi/v1/orders/nonce/', order, token)

  async function create(what: { nonce: unknown; msg_hash: unknown }): Promise<Answer> {
    const signature = signHash(String(what.msg_hash), key)
    return client.post('/sapi/v1/orders/create/', { ...what, signature }, token)
  }

  async function place(order: Asked): Promise<number> {
    const asked = await ask(order)
    if (asked.http !== 200) throw new Error(asked.message)
    const { nonce, msg_hash } = asObject(asked.payload)
    const created = await create({ nonce, msg_hash })
    if (created.http !== 200) throw new Error(created.message)
    return Number(asObject(created.payload)['id'])
  }

  const read = async (id: number): Promise<Record<string, unknown>> =>
    asObject(await client.read(`/sapi/v1/orders/${id}`, token))

  /** Reads an order until it has one of these states. */
  const waitFor = (id: number, ...states: string[]): Promise<Record<string, unknown>> =>
    eventually(async () => {
      const order = await read(id)
      if (!states.includes(String(order['state'])))
        throw new Error(`order ${id} is ${String(order['state'])}`)
      return order
    })

  return {
    user,
    token,
    client,
    ask,
    create,
    place,
    read,
    waitFor,
    cancel: (id: number) => client.post('/sapi/v1/orders/cancel/', { order_id: id }, token),
    list: async (query = ''): Promise<Record<string, unknown>[]> =>
      asList(await client.read(`/sapi/v1/orders/?${query}`, token)),
    trades: async (query = ''): Promise<Record<string, unknown>[]> =>
      asList(await client.read(`/sapi/v1/trades/?${query}`, token)),
    balance: async (currency: string): Promise<{ balance: string; locked: string }> => {
      const found = asObject(await client.read(`/sapi/v1/user/balance/?currency=${currency}`, token))
      return { balance: String(found['balance']), locked: String(found['locked']) }
    },
  }
}

/** A decimal as a whole number of 10^-20. */
export function toUnits(text: unknown): bigint {
  const [whole = '0', fraction = ''] = String(text).replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(20, '0'))
  return String(text).startsWith('-') ? -units : units
}
