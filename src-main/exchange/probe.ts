// Checks whether the service is reachable, beside calls that wait. Bypasses the queue, which hanging calls may fill, sends no
// token, and is not watched itself.
import { callOnce, type CallContext } from './call.ts'
import { checkHealth } from './endpoints/health.ts'
import type { PathForms } from './path-forms.ts'

/**
 * Runs the health check, for at most `connectMs`. Errors: those of one attempt; if anything came from the service,
 * `liveness.noteActivity` was called before.
 */
export async function probe(context: CallContext, pathForms: PathForms, signal: AbortSignal): Promise<void> {
  const { connectMs } = context.limits
  const own: CallContext = {
    ...context,
    limits: { ...context.limits, headersMs: connectMs, bodyMs: connectMs },
    liveness: { ...context.liveness, watch: () => () => undefined },
    limiter: { ...context.limiter, run: (_turn, work) => work() },
  }
  await checkHealth((endpoint, input) =>
    pathForms.inEitherForm(endpoint.name, input.path, (path, isLastForm) =>
      callOnce(own, endpoint, { ...input, path }, { signal, isFirstForm: !isLastForm }),
    ),
  )
}
