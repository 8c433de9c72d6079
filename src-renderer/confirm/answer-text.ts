// Text for rejected answers.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { describeError } from '../text/errors/describe-error.ts'
import { fact, waitText } from '../text/errors/error-facts.ts'

function describeFilePassword(report: ErrorReport): string {
  switch (fact(report.data, 'reason')) {
    case 'tooShort':
      return `The password for the file needs at least ${fact(report.data, 'shortest')} characters.`
    case 'tooLong':
      return 'The password for the file is too long.'
    case 'notEqual':
      return 'The two passwords for the file are not the same. Type both again.'
    default:
      return 'The password for the file has a character that is no text.'
  }
}

function describeWords(report: ErrorReport): string {
  const positions = fact(report.data, 'positions').split(', ')
  return positions.length === 1
    ? `Word ${positions.join('')} is another one. Nothing was kept yet.`
    : `Words ${positions.join(', ')} are other ones. Nothing was kept yet.`
}

/** One or two sentences: what was wrong, and what was not done. */
export function describeAnswerFault(report: ErrorReport): string {
  const field = fact(report.data, 'field')
  if (report.code === 'validation' && field === 'words') return describeWords(report)
  if (report.code === 'validation' && field === 'filePassword') return describeFilePassword(report)
  if (report.code === 'validation' && fact(report.data, 'reason') === 'tooEarly') {
    return 'This window had just come to the front, so the answer was not taken. Nothing was done.'
  }
  if (report.code === 'validation' && fact(report.data, 'reason') === 'unacknowledged') {
    return 'The address was not marked as compared, so the answer was not taken. Nothing was signed.'
  }
  if (report.code === 'wrongPassword' || report.code === 'passwordDelayed') {
    const wait = waitText(fact(report.data, 'retryAfterMs'))
    const next = wait === '' ? '' : ` The next one is looked at in ${wait}.`
    const happened =
      report.code === 'wrongPassword'
        ? 'The app password is another one. Nothing was written.'
        : 'The app password was not looked at: too many were wrong before.'
    return `${happened}${next}`
  }
  const { happened, next } = describeError(report)
  const reference = report.ref === null ? '' : ` Reference ${report.ref}.`
  return `${happened} ${next}${reference}`
}
