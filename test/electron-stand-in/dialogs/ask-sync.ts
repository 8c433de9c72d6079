// Owns the dialogs that block: they are asked by a second stand-in, for which this process waits.
// It must not return before the person has answered.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeExecutable } from '../core/launch-options.ts'
import type { Answer, Question } from './question.ts'

const bootFile = fileURLToPath(new URL('../boot.ts', import.meta.url))
const appFile = fileURLToPath(new URL('ask-sync-app.ts', import.meta.url))

/** Name of the variable in which the question travels. */
export const questionVariable = 'STANDIN_QUESTION'

export function askAndWait(question: Question): Answer {
  const { stdout } = spawnSync(nodeExecutable, ['--disable-warning=ExperimentalWarning', bootFile, appFile], {
    env: { ...process.env, STANDIN_NETWORK: 'open', [questionVariable]: JSON.stringify(question) },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  const line = stdout.trim().split('\n').at(-1) ?? ''
  if (line === '') return { kind: 'cancel' }
  return JSON.parse(line) as Answer
}
