// V8 gives memory back while little happens, where it would keep it: a newer V8 that no longer reads the flag is found here.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'

const sizes = z.strictObject({ before: z.number(), after: z.number() })

test('a heap that grew is small again once there is nothing to do', { timeout: 90_000 }, async () => {
  const child = join(import.meta.dirname, 'small-heaps-child.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [child])
  const { before, after } = sizes.parse(JSON.parse(stdout))
  expect(before).toBeGreaterThan(20)
  expect(after).toBeLessThan(before / 2)
})
