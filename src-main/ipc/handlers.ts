// Maps each channel of the main window to the method of the same name on its domain's service.
import { type ChannelName, channelNames } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { HandlersOf } from './register.ts'

/** The part of a channel's name before the colon. */
export type Domain = ChannelName extends infer Name
  ? Name extends `${infer Each}:${string}`
    ? Each
    : never
  : never
type ChannelOf<Each extends Domain> = Extract<ChannelName, `${Each}:${string}`>

/** The service of one domain: one method per channel, named like the part after the colon. May have other methods. */
export type ServiceOf<Each extends Domain> = {
  readonly [
    Name in ChannelOf<Each> as Name extends `${Each}:${infer Verb}` ? Verb : never
  ]: HandlersOf<Name>[Name]
}

/** Resolves the service of each domain at every call; if it never becomes ready, calls fail with the reason. */
export type ServiceGetters<Domains extends Domain> = {
  readonly [Each in Domains]: () => ServiceOf<Each> | Promise<ServiceOf<Each>>
}

/** Creates the handlers of these domains. A channel without a service method does not compile. */
export function createHandlers<Domains extends Domain>(
  services: ServiceGetters<Domains>,
): HandlersOf<ChannelOf<Domains>> {
  type Methods = Readonly<Record<string, (input: unknown) => unknown>>
  // The parameter's type proves that each method exists; TypeScript cannot follow the split name.
  const getters = services as unknown as Readonly<Record<string, () => Methods | Promise<Methods>>>
  const handlers: Record<string, (input: unknown) => Promise<unknown>> = {}
  for (const name of channelNames) {
    const [domain = '', verb = ''] = name.split(':')
    const getService = getters[domain]
    if (!getService) continue
    handlers[name] = async (input) => {
      const service = await getService()
      if (!service[verb]) throw new AppError('internal', { channel: name, what: 'no such method' })
      return service[verb](input)
    }
  }
  return handlers as HandlersOf<ChannelOf<Domains>>
}
