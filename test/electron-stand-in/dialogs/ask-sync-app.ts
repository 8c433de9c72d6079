// Owns the little app that a blocking dialog runs in: one question, one line of output.
// It must not be loaded by anything but the stand-in.
import { app } from '../api/app.ts'
import { questionVariable } from './ask-sync.ts'
import { askInWindow } from './dialog-window.ts'
import type { Question } from './question.ts'

async function ask(): Promise<void> {
  await app.whenReady()
  const question = JSON.parse(process.env[questionVariable] ?? '') as Question
  console.log(JSON.stringify(await askInWindow(question)))
  app.exit(0)
}

ask().catch((error: unknown) => {
  console.error(error)
  app.exit(1)
})
