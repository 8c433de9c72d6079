// Joins each channel of the main window to the method of its name on the service of its domain. Holds no rules.
import { type ChannelName, channelNames } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { HandlersOf } from './register.ts'

/** What stands before the colon of a channel's name. */
export type Domain = ChannelName extends infer Name
  ? Name extends `${infer Each}:${string}`
    ? Each
    : never
  : never
type ChannelOf<Each extends Domain> = Extract<ChannelName, `${Each}:${string}`>

/** The service of one domain: for each channel a method, called what stands after the colon. It may have others. */
export type ServiceOf<Each extends Domain> = {
  readonly [
    Name in ChannelOf<Each> as Name extends `${Each}:${infer Verb}` ? Verb : never
  ]: HandlersOf<Name>[Name]
}

/** A way to the service of each domain, asked at every call: one that never becomes ready answers with the reason. */
export type ServiceGetters<Domains extends Domain> = {
  readonly [Each in Domains]: () => ServiceOf<Each> | Promise<ServiceOf<Each>>
}

/** Makes the handlers of these domains. A channel whose service has no method for it does not compile. */
export function createHandlers<Domains extends Domain>(
  services: ServiceGetters<Domains>,
): HandlersOf<ChannelOf<Domains>> {
  type Methods = Readonly<Record<string, (input: unknown) => unknown>>
  // The parameter's type has proved each method; TypeScript cannot follow that through the two halves of a name.
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
