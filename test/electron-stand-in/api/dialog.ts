// Owns `dialog`: answers from the stand-in's own window where people are, "cancelled" where nobody is.
// It must not decide for anybody.
import type Electron from 'electron'
import { askAndWait } from '../dialogs/ask-sync.ts'
import { askInWindow } from '../dialogs/dialog-window.ts'
import {
  fileQuestion,
  messageQuestion,
  type Answer,
  type MessageQuestion,
  type Question,
} from '../dialogs/question.ts'
import { failByName } from '../strict.ts'
import { app } from './app.ts'

type Parent = Electron.BaseWindow
type MessageOptions = Electron.MessageBoxOptions
type OpenOptions = Electron.OpenDialogOptions
type SaveOptions = Electron.SaveDialogOptions

let isShown = false

/** Whether somebody is there to answer; told by electron.ts at the start. */
export function setDialogsShown(shown: boolean): void {
  isShown = shown
}

const nobody: Answer = { kind: 'cancel' }
const ask = (question: Question): Promise<Answer> =>
  isShown ? askInWindow(question) : Promise.resolve(nobody)
const askSync = (question: Question): Answer => (isShown ? askAndWait(question) : nobody)

/** Electron's dialogs take an optional window before their options. */
function pick<O>(first: Parent | O | undefined, second: O | undefined): O {
  return second ?? (first as O)
}

function toButton(answer: Answer, question: MessageQuestion): Electron.MessageBoxReturnValue {
  const isButton = answer.kind === 'button'
  return {
    response: isButton ? answer.index : question.cancelId,
    checkboxChecked: isButton ? answer.isChecked : question.checkboxChecked,
  }
}

const toPath = (answer: Answer): string => (answer.kind === 'path' ? answer.path : '')
const message = (options: MessageOptions): MessageQuestion => messageQuestion(options, app.name)
const open = (options: OpenOptions | undefined): Question =>
  fileQuestion('open', options ?? {}, app.getPath('home'))
const save = (options: SaveOptions | undefined): Question =>
  fileQuestion('save', options ?? {}, app.getPath('documents'))

export const dialog = failByName('dialog', {
  showMessageBox: async (first: Parent | MessageOptions, second?: MessageOptions) => {
    const question = message(pick(first, second))
    return toButton(await ask(question), question)
  },
  showMessageBoxSync: (first: Parent | MessageOptions, second?: MessageOptions) => {
    const question = message(pick(first, second))
    return toButton(askSync(question), question).response
  },
  showErrorBox: (title: string, content: string) => {
    console.error(`${title}\n${content}`)
    // As in Electron on Linux, before the app is ready there is only the line above.
    if (app.isReady()) askSync(message({ type: 'error', title, message: title, detail: content }))
  },
  showOpenDialog: async (first?: Parent | OpenOptions, second?: OpenOptions) => {
    const path = toPath(await ask(open(pick(first, second))))
    return { canceled: path === '', filePaths: path === '' ? [] : [path] }
  },
  showOpenDialogSync: (first?: Parent | OpenOptions, second?: OpenOptions) => {
    const path = toPath(askSync(open(pick(first, second))))
    return path === '' ? undefined : [path]
  },
  showSaveDialog: async (first?: Parent | SaveOptions, second?: SaveOptions) => {
    const path = toPath(await ask(save(pick(first, second))))
    return { canceled: path === '', filePath: path }
  },
  showSaveDialogSync: (first?: Parent | SaveOptions, second?: SaveOptions) =>
    toPath(askSync(save(pick(first, second)))),
} satisfies Partial<Record<keyof Electron.Dialog, unknown>>)
