// Text about updates: failures, why they are off, and release names.
import type { Release, UpdatesOffReason } from '../../src-preload/contract/updates.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/domain/errors.ts'
import type { ErrorDescription } from './errors/describe-error.ts'
import { aside, fact } from './errors/error-facts.ts'

const UNCHANGED = 'Nothing was changed: Starkdesk is as it was.'

const offWords: Readonly<Record<UpdatesOffReason, string>> = {
  notPackaged: 'This Starkdesk was not installed from a package, so it does not update itself.',
  noKey: 'This build cannot check updates: it has no release key.',
  noPlace: 'This build cannot look for updates: it does not know where releases are.',
}

/** Why this build does not check for updates. */
export function describeOff(reason: UpdatesOffReason): string {
  return offWords[reason]
}

/** “Starkdesk 1.2.0”, with a channel other than the default. */
export function nameRelease({ version, channel }: Release): string {
  return channel === 'beta' ? `Starkdesk ${version} (beta)` : `Starkdesk ${version}`
}

function describeRefusal(data: ErrorData): string {
  const file = fact(data, 'file')
  const of = file === '' ? '' : ` (${file})`
  switch (fact(data, 'reason')) {
    case 'older':
      return `The newest release there is ${fact(data, 'version')}, which is older than this version. Starkdesk never goes back to an older one.`
    case 'unsigned':
      return 'The release there has no signature.'
    case 'unknownKey':
      return 'The release there was signed by a key that this Starkdesk does not know.'
    case 'retiredKey':
      return 'The release there was signed by a key that is no longer used.'
    case 'tooEarly':
      return 'The release there says that it is older than the key that signed it.'
    case 'badSignature':
      return 'The signature of the release does not fit it: the release was changed after it was signed.'
    case 'digest':
      return `A file of the release is not the one that was signed${of}.`
    case 'channel':
      return 'The release there is of another channel than the one that was chosen.'
    case 'missing':
      return `A file of the release is missing${of}.`
    case 'tooLarge':
      return `A file of the release is larger than it may be${of}.`
    case 'redirect':
      return `The address of the release sends on to one that is not safe${of}.`
    case 'address':
      return `The address of the release is not safe${of}.`
    case 'differs':
      return `What the release says of itself does not agree${of}.`
    case 'systemTooOld':
      return 'The new version does not run on this version of the operating system.'
    case 'platformSignature':
      return 'The operating system did not accept the signature of the new version.'
    default:
      return `The release there cannot be understood${of}.`
  }
}

function describeLine(data: ErrorData): string {
  switch (fact(data, 'reason')) {
    case 'timeout':
      return 'The place of the releases did not answer in time.'
    case 'none':
      return 'There is no release of the chosen channel yet.'
    case 'noPlace':
      return 'This Starkdesk does not know where releases are.'
    case 'status':
      return `The place of the releases is in trouble${aside(fact(data, 'status'))}.`
    default:
      return 'There was no connection to the place of the releases, or it broke off.'
  }
}

function describeFault(data: ErrorData): string {
  const verb = fact(data, 'step') === 'install' ? 'installed' : 'kept'
  const reason = fact(data, 'reason')
  if (/enospc|edquot/i.test(reason)) return `The update could not be ${verb}: the disk is full.`
  if (/eacces|eperm|erofs/i.test(reason)) return `The update could not be ${verb}: access is denied.`
  return `The update could not be ${verb}${aside(reason)}.`
}

function whyWait(reason: unknown): { readonly happened: string; readonly next: string } {
  switch (reason) {
    case 'export':
      return {
        happened: 'A file is being written. Installing restarts Starkdesk, which would end it.',
        next: 'Install when the file is done, or cancel it.',
      }
    case 'order':
      return {
        happened:
          'Orders are being placed or canceled, or one was sent without an answer. Installing restarts Starkdesk.',
        next: 'Install when the order has an outcome.',
      }
    case 'session':
      return {
        happened: 'A trading session is running. Installing restarts Starkdesk, which would end it.',
        next: 'End the session in the status bar, or install when it is over.',
      }
    default:
      return {
        happened: 'A transfer is in flight, or its outcome is unknown. Installing restarts Starkdesk.',
        next: 'Install when the transfer has an outcome: its page shows it.',
      }
  }
}

type UpdateCode = Extract<ErrorCode, 'updateUnreachable' | 'updateRefused' | 'updateFailed' | 'updateWaits'>

export const updateErrors: Readonly<Record<UpdateCode, (data: ErrorData) => ErrorDescription>> = {
  updateUnreachable: (data) => ({
    title: fact(data, 'reason') === 'none' ? 'No release yet' : 'Updates could not be reached',
    happened: describeLine(data),
    done: UNCHANGED,
    next: 'Check the network and try again later.',
  }),
  updateRefused: (data) => ({
    title: 'The update was refused',
    happened: describeRefusal(data),
    done: `Nothing of it is kept. ${UNCHANGED}`,
    next:
      fact(data, 'reason') === 'systemTooOld'
        ? 'Update the operating system first.'
        : 'Try again later. If it stays, do not install this release by hand either, and report it with the details.',
  }),
  updateFailed: (data) => ({
    title: 'The update could not be installed',
    happened: describeFault(data),
    done: UNCHANGED,
    next: 'Check that the disk is not full and that the folder of Starkdesk belongs to you; then try again.',
  }),
  updateWaits: (data) => ({
    title: 'Not now',
    happened: whyWait(fact(data, 'reason')).happened,
    done: `Nothing was installed. ${UNCHANGED}`,
    next: whyWait(fact(data, 'reason')).next,
  }),
}
