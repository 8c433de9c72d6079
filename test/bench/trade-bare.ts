// What one would write without the app to place an order: nonce, signature by StarkWare's own library, create, and a line on the disk
// before each call.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { sign } from '@scure/starknet'
import { signMessage } from '../../src-main/signing/ethereum.ts'
import type { PracticeUser } from '../../src-main/practice/users.ts'
import { starkwareLibrary } from './starkware-library.ts'

/** `scure` is the library that the app signs by, which is quicker. */
export type BareSigner = 'starkware' | 'scure'

/** Moments of one order, in milliseconds of one clock. */
export interface Moments {
  readonly pressed: number
  readonly nonceSent: number
  readonly nonceTold: number
  readonly createSent: number
  readonly createTold: number
}

interface ToSign {
  readonly payload: { readonly msg_hash: string; readonly nonce: number }
}

/** Signs in, and gives a function that places a limit buy at a price. Nothing is checked or shown. */
export async function openBareClient(baseUrl: string, user: PracticeUser, file: string) {
  const disk = openSync(file, 'a')
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' }

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })

  function append(row: unknown): void {
    writeSync(disk, `${JSON.stringify(row)}\n`)
    fsyncSync(disk)
  }

  const eth_address = user.ethereumAddress
  const nonce = (await (await post('/sapi/v2/auth/nonce/', { eth_address })).json()) as { payload: string }
  const user_signature = signMessage(nonce.payload, user.ethereumPrivateKey)
  const login = (await (await post('/sapi/v2/auth/login/', { eth_address, user_signature })).json()) as {
    token: { access: string }
  }
  headers['authorization'] = `JWT ${login.token.access}`

  const starkwareKey = starkwareLibrary.ec.keyFromPrivate(user.starkPrivateKey.slice(2), 'hex')

  function signBy(signer: BareSigner, msgHash: string): { readonly r: string; readonly s: string } {
    const digits = msgHash.slice(2)
    const { r, s } =
      signer === 'starkware'
        ? starkwareLibrary.sign(starkwareKey, digits)
        : sign(digits.padStart(64, '0'), user.starkPrivateKey)
    return { r: `0x${r.toString(16)}`, s: `0x${s.toString(16)}` }
  }

  return {
    async place(price: number, signer: BareSigner): Promise<Moments> {
      const pressed = performance.now()
      const order = { market: 'ethusdc', ord_type: 'limit', side: 'buy', volume: 0.001, price }
      append(order)
      const nonceSent = performance.now()
      const response = await post('/sapi/v1/orders/nonce/', order)
      const nonceTold = performance.now()
      const { payload } = (await response.json()) as ToSign
      const signed = { ...payload, signature: signBy(signer, payload.msg_hash) }
      append(signed)
      const createSent = performance.now()
      const answer = await post('/sapi/v1/orders/create/', signed)
      const createTold = performance.now()
      if (!answer.ok) throw new Error(`the exchange refused the bare client: ${await answer.text()}`)
      await answer.arrayBuffer()
      return { pressed, nonceSent, nonceTold, createSent, createTold }
    },
    close: () => closeSync(disk),
  }
}
