// Owns what a dialog window is asked and what it answers.
// It must not show anything.
import type Electron from 'electron'

export interface MessageQuestion {
  kind: 'message'
  type: 'none' | 'info' | 'error' | 'question' | 'warning'
  title: string
  message: string
  detail: string
  buttons: string[]
  defaultId: number
  cancelId: number
  checkboxLabel: string
  checkboxChecked: boolean
}

export interface FileQuestion {
  kind: 'open' | 'save'
  title: string
  message: string
  buttonLabel: string
  /** Where the dialog starts: a folder, or a folder and a proposed name. */
  path: string
  /** Extensions that are listed, without dots; empty or '*' for all. */
  extensions: string[]
  isFolderWanted: boolean
  showsHidden: boolean
}

export type Question = MessageQuestion | FileQuestion

/** What the person chose. */
export type Answer =
  { kind: 'button'; index: number; isChecked: boolean } | { kind: 'path'; path: string } | { kind: 'cancel' }

/** The button that stands for "cancelled", as Electron chooses it. */
function cancelButton(buttons: readonly string[], cancelId: number | undefined): number {
  if (cancelId !== undefined) return cancelId
  const found = buttons.findIndex((label) => /^(cancel|no)$/i.test(label.replace('&', '')))
  return Math.max(found, 0)
}

export function messageQuestion(options: Electron.MessageBoxOptions, appName: string): MessageQuestion {
  const buttons = options.buttons && options.buttons.length > 0 ? options.buttons : ['OK']
  return {
    kind: 'message',
    type: options.type ?? 'none',
    title: options.title ?? appName,
    message: options.message,
    detail: options.detail ?? '',
    buttons,
    defaultId: options.defaultId ?? 0,
    cancelId: cancelButton(buttons, options.cancelId),
    checkboxLabel: options.checkboxLabel ?? '',
    checkboxChecked: options.checkboxChecked ?? false,
  }
}

interface FileOptions {
  title?: string
  message?: string
  buttonLabel?: string
  defaultPath?: string
  filters?: Electron.FileFilter[]
  properties?: string[]
}

export function fileQuestion(kind: 'open' | 'save', options: FileOptions, startFolder: string): FileQuestion {
  const extensions = (options.filters ?? []).flatMap((filter) => filter.extensions)
  return {
    kind,
    title: options.title ?? (kind === 'open' ? 'Open' : 'Save as'),
    message: options.message ?? '',
    buttonLabel: options.buttonLabel ?? (kind === 'open' ? 'Open' : 'Save'),
    path: options.defaultPath ?? startFolder,
    extensions: extensions.includes('*') ? [] : extensions,
    isFolderWanted: options.properties?.includes('openDirectory') ?? false,
    showsHidden: options.properties?.includes('showHiddenFiles') ?? false,
  }
}
