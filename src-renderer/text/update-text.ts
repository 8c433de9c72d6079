// Text about updates: failures, why they are off, and release names.
import type { Release, UpdatesOffReason } from '../../src-preload/contract/app/updates.ts'
import type { ErrorCode, ErrorData } from '../../src-preload/domain/errors.ts'
import type { ErrorDescription } from './errors/error-description.ts'
import { aside, fact } from './errors/error-facts.ts'

const UNCHANGED = 'Nothing was changed.'

const offWords: Readonly<Record<UpdatesOffReason, string>> = {
  notPackaged: 'Automatic updates aren’t available for this build.',
  noKey: 'Updates aren’t available: this build has no release key.',
  noPlace: 'Updates aren’t available: this build doesn’t know where to find releases.',
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
      return `The newest release is ${fact(data, 'version')}, which is older than this version. Starkdesk never downgrades.`
    case 'unsigned':
      return 'The release has no signature.'
    case 'unknownKey':
      return 'The release was signed by an unknown key.'
    case 'retiredKey':
      return 'The release was signed by a retired key.'
    case 'tooEarly':
      return 'The release is dated before the key that signed it.'
    case 'badSignature':
      return 'The release was changed after it was signed.'
    case 'digest':
      return `A release file doesn’t match its signature${of}.`
    case 'channel':
      return 'The release is from a different channel.'
    case 'missing':
      return `A release file is missing${of}.`
    case 'tooLarge':
      return `A release file is too large${of}.`
    case 'redirect':
      return `The release address redirects to one that is not secure${of}.`
    case 'address':
      return `The release address is not secure${of}.`
    case 'differs':
      return `The release information contradicts itself${of}.`
    case 'systemTooOld':
      return 'The new version needs a newer operating system.'
    case 'platformSignature':
      return 'The operating system rejected the signature of the new version.'
    default:
      return `The release information cannot be read${of}.`
  }
}

function describeLine(data: ErrorData): string {
  switch (fact(data, 'reason')) {
    case 'timeout':
      return 'The release server did not answer in time.'
    case 'none':
      return 'This channel has no release yet.'
    case 'noPlace':
      return 'This build doesn’t know where to find releases.'
    case 'status':
      return `The release server has a problem${aside(fact(data, 'status'))}.`
    default:
      return 'The connection to the release server failed.'
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
        happened: 'A file is being saved. Installing restarts Starkdesk and would interrupt it.',
        next: 'Install when the file is saved, or cancel it.',
      }
    case 'order':
      return {
        happened:
          'Orders are being placed or canceled, or one has no answer yet. Installing restarts Starkdesk.',
        next: 'Install when the order’s outcome is known.',
      }
    case 'session':
      return {
        happened: 'A trading session is running. Installing restarts Starkdesk and would end it.',
        next: 'End the session in the status bar, or install after it.',
      }
    default:
      return {
        happened: 'A transfer is in flight, or its outcome is unknown. Installing restarts Starkdesk.',
        next: 'Install when the transfer’s outcome is known; see its page.',
      }
  }
}

type UpdateCode = Extract<ErrorCode, 'updateUnreachable' | 'updateRefused' | 'updateFailed' | 'updateWaits'>

export const updateErrors: Readonly<Record<UpdateCode, (data: ErrorData) => ErrorDescription>> = {
  updateUnreachable: (data) => ({
    title: fact(data, 'reason') === 'none' ? 'No release yet' : 'Can’t check for updates',
    happened: describeLine(data),
    done: UNCHANGED,
    next: 'Check the network and try again later.',
  }),
  updateRefused: (data) => ({
    title: 'The update was rejected',
    happened: describeRefusal(data),
    done: `The download was deleted. ${UNCHANGED}`,
    next:
      fact(data, 'reason') === 'systemTooOld'
        ? 'Update the operating system first.'
        : 'Try again later. If it keeps failing, don’t install this release by hand, and report it with the details.',
  }),
  updateFailed: (data) => ({
    title: 'The update could not be installed',
    happened: describeFault(data),
    done: UNCHANGED,
    next: 'Check that the disk is not full and that you own Starkdesk’s folder, then try again.',
  }),
  updateWaits: (data) => ({
    title: 'Not now',
    happened: whyWait(fact(data, 'reason')).happened,
    done: `Nothing was installed. ${UNCHANGED}`,
    next: whyWait(fact(data, 'reason')).next,
  }),
}
