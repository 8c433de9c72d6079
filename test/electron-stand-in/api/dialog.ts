// Owns `dialog`: answers from the stand-in's own window where people are, "cancelled" where nobody is.
// It must not decide for anybody.
import type Electron from 'electron'
import { failByName } from '../strict.ts'

/** Electron's dialogs take an optional window before their options. */
function optionsOf<O extends object>(args: readonly unknown[]): O {
  return (args.at(-1) ?? {}) as O
}

export const dialog = failByName('dialog', {
  showMessageBox: async (...args: unknown[]) => {
    const { cancelId = 0 } = optionsOf<Electron.MessageBoxOptions>(args)
    return await Promise.resolve({ response: cancelId, checkboxChecked: false })
  },
  showErrorBox: (title: string, content: string) => {
    console.error(`${title}\n${content}`)
  },
})
