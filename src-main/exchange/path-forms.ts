// Owns: asking for a path with and without its last slash: the documents disagree about it (facts, A11).
// Must not: follow a redirect (the token would go wherever it points), or try a second form of anything but a read.
import { type AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'

export interface PathForms {
  /** Runs a read with the form that has worked before, else as given, and once more in the other where no such route is. */
  inEitherForm<T>(
    endpoint: EndpointName,
    path: string,
    run: (path: string, isLastForm: boolean) => Promise<T>,
  ): Promise<T>
}

const otherForm = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)

/**
 * No route there, as opposed to a route that says no: a redirect, or a 404 or 405 without words of its own. A read that needs
 * a token first can also fail by the sign-in's routes, which says nothing of its own.
 */
export function isRouteMissing(error: AppError, of: EndpointName): boolean {
  const { endpoint, status, message, reason } = error.data
  if (endpoint !== of) return false
  if (error.code === 'contractViolation') return reason === 'redirect' || status === 404 || status === 405
  if (error.code !== 'rejectedByExchange') return false
  return status === 405 || (status === 404 && /^(?:not found\.?)?$/i.test(String(message)))
}

export function createPathForms(): PathForms {
  /** Endpoints that have answered in the other form. */
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
          // Where neither form is a route, the first has the better reason.
          throw isAppError(again) && isRouteMissing(again, endpoint) ? error : again
        }
        if (isTurned) turned.delete(endpoint)
        else turned.add(endpoint)
        return answer
      }
    },
  }
}
