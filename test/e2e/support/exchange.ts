// A practice exchange in a process of its own, as a person would start it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { root } from '../../../scripts/paths.ts'

const announcement = z.object({
  baseUrl: z.url(),
  markets: z.array(z.string()),
  users: z.array(
    z.object({
      ethereumAddress: z.string(),
      ethereumPrivateKey: z.string(),
      starkKey: z.string(),
      organizationKey: z.string(),
      apiKey: z.string(),
    }),
  ),
})

export type RunningExchange = z.infer<typeof announcement> & { stop(): Promise<void> }

/** Starts `npm run exchange` without npm, and waits for its first line. */
export async function startExchange(args: readonly string[]): Promise<RunningExchange> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts', 'exchange.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!child.stdout || !child.stderr) throw new Error('the exchange has no output')
  let complaint = ''
  child.stderr.on('data', (data: Buffer) => (complaint += data.toString()))
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(() => {
      throw new Error(`the exchange did not start: ${complaint}`)
    }),
  ])
  return {
    ...announcement.parse(JSON.parse(first)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
