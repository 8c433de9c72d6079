// Tries a path with and without its trailing slash, on which the documents disagree (facts, A11). Reads only; never follows a
// redirect, which could carry the token away.
import { type AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'

export interface PathForms {
  /**
   * Runs a read with the form that worked before, otherwise as given, and once more in the other form if the route is
   * missing.
   */
  inEitherForm<T>(
    endpoint: EndpointName,
    path: string,
    run: (path: string, isLastForm: boolean) => Promise<T>,
  ): Promise<T>
}

const otherForm = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

/**
 * True for a missing route, as opposed to a route that refuses: a redirect, or a 404 or 405 without its own message. Errors
 * of another endpoint, such as the sign-in's, do not count.
 */
export function isRouteMissing(error: AppError, of: EndpointName): boolean {
  const { endpoint, status, message, reason } = error.data
  if (endpoint !== of) return false
  if (error.code === 'contractViolation') return reason === 'redirect' || status === 404 || status === 405
  if (error.code !== 'rejectedByExchange') return false
  return status === 405 || (status === 404 && /^(?:not found\.?)?$/i.test(String(message)))
}

export function createPathForms(): PathForms {
  /** Endpoints that answered in the other form. */
  const turned = new Set<EndpointName>()
  return {
    async inEitherForm(endpoint, path, run) {
      const isTurned = turned.has(endpoint)
      const [first, second] = isTurned ? [otherForm(path), path] : [path, otherForm(path)]
      try {
        return await run(first, false)
      } catch (error) {
        if (!isAppError(error) || !isRouteMissing(error, endpoint)) throw error
        let answer
        try {
          answer = await run(second, true)
        } catch (again) {
          // If neither form is a route, the first error is the better one.
          throw isAppError(again) && isRouteMissing(again, endpoint) ? error : again
        }
        if (isTurned) turned.delete(endpoint)
        else turned.add(endpoint)
        return answer
      }
    },
  }
}
