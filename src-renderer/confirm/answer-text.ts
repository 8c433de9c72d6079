// Text for rejected answers.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { describeError } from '../text/errors/describe-error.ts'
import { fact, waitText } from '../text/errors/error-facts.ts'

function describeFilePassword(report: ErrorReport): string {
  switch (fact(report.data, 'reason')) {
    case 'tooShort':
      return `The file password needs at least ${fact(report.data, 'shortest')} characters.`
    case 'tooLong':
      return 'The file password is too long.'
    case 'notEqual':
      return 'The file passwords don’t match. Enter both again.'
    default:
      return 'The file password contains an invalid character.'
  }
}

function describeWords(report: ErrorReport): string {
  const positions = fact(report.data, 'positions').split(', ')
  return positions.length === 1
    ? `Word ${positions.join('')} is wrong. Nothing was created yet.`
    : `Words ${positions.join(', ')} are wrong. Nothing was created yet.`
}

/** One or two sentences: what was wrong, and what was not done. */
export function describeAnswerFault(report: ErrorReport): string {
  const field = fact(report.data, 'field')
  if (report.code === 'validation' && field === 'words') return describeWords(report)
  if (report.code === 'validation' && field === 'filePassword') return describeFilePassword(report)
  if (report.code === 'validation' && fact(report.data, 'reason') === 'tooEarly') {
    return 'This window had just appeared, so the answer was ignored. Nothing was done.'
  }
  if (report.code === 'validation' && fact(report.data, 'reason') === 'unacknowledged') {
    return 'You did not confirm that you compared the address. Nothing was signed.'
  }
  if (report.code === 'wrongPassword' || report.code === 'passwordDelayed') {
    const wait = waitText(fact(report.data, 'retryAfterMs'))
    const next = wait === '' ? '' : ` Try again in ${wait}.`
    const happened =
      report.code === 'wrongPassword'
        ? 'The app password is wrong. Nothing was exported.'
        : 'Too many wrong passwords, so this one was not tried. Nothing was exported.'
    return `${happened}${next}`
  }
  const { happened, next } = describeError(report)
  const reference = report.ref === null ? '' : ` Reference ${report.ref}.`
  return `${happened} ${next}${reference}`
}
