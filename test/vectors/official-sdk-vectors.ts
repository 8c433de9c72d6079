// Reading official-sdk-vectors.json with its shape checked.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const derived = z.object({
  ethSignature: z.string(),
  starkPrivateKey: z.string(),
  starkPublicKey: z.string(),
})

const vectors = z.object({
  messages: z.object({ mainnet: z.string(), testnet: z.string() }),
  keys: z.array(z.object({ ethPrivateKey: z.string(), mainnet: derived, testnet: derived })).min(1),
  logins: z.array(z.object({ ethPrivateKey: z.string(), text: z.string(), signature: z.string() })).min(1),
  signatures: z
    .array(z.object({ starkPrivateKey: z.string(), msgHash: z.string(), r: z.string(), s: z.string() }))
    .min(1),
})

export const official = vectors.parse(
  JSON.parse(readFileSync(new URL('official-sdk-vectors.json', import.meta.url), 'utf8')),
)
