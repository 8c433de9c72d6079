// Owns: the one question whether the service is there at all, asked beside calls that wait. Must not: wait for a turn (those
// that hang hold them all), have a token, or be watched itself.
import { callOnce, type CallContext } from './call.ts'
import { checkHealth } from './endpoints/health.ts'
import type { PathForms } from './path-forms.ts'

/**
 * Asks the health check, for `connectMs` at most. Errors: those of one attempt; where anything came from the service,
 * `liveness.noteSign` has been called before.
 */
export async function probe(context: CallContext, pathForms: PathForms, signal: AbortSignal): Promise<void> {
  const { connectMs } = context.limits
  const own: CallContext = {
    ...context,
    limits: { ...context.limits, headersMs: connectMs, bodyMs: connectMs },
    liveness: { ...context.liveness, watch: () => () => undefined },
    traffic: { ...context.traffic, run: (_turn, work) => work() },
  }
  await checkHealth((endpoint, input) =>
    pathForms.inEitherForm(endpoint.name, input.path, (path, isLastForm) =>
      callOnce(own, endpoint, { ...input, path }, { signal, isFirstForm: !isLastForm }),
    ),
  )
}
