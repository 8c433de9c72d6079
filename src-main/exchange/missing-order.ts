// Tells an order that the exchange does not have from one that cannot be read.
import { isAppError } from '../../src-preload/domain/errors.ts'

/** True for an answer that says that there is no such order, and for none that says something else. */
export const isMissing = (error: unknown): boolean =>
  isAppError(error, 'notFound') ||
  (isAppError(error, 'rejectedByExchange') && [200, 400, 404].includes(Number(error.data['status'])))
