// Owns the promise that an API which is not emulated fails by its name, instead of being quietly undefined.
// It must not wrap instances: identity and private fields stay those of the real object.

/** Names that tools read from anything they are given (promises, JSON, inspectors, test matchers). */
const probes = new Set([
  'then',
  'toJSON',
  'inspect',
  'domain',
  'href',
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
  'tagName',
  '__esModule',
  'default',
  'module.exports',
  'prototype',
])

/** Throws the one error of this file: `the Electron stand-in does not have <name>`. */
export function lack(name: string): never {
  throw new Error(`the Electron stand-in does not have ${name}`)
}

/**
 * A prototype that stands at the end of a chain: whatever reaches it was found nowhere before it.
 * Reads of unknown names throw; writes, `in` and symbols behave as on the object it covers.
 */
function lastPrototype(covered: object, prefix: string): object {
  return new Proxy(covered, {
    get(target, key, receiver): unknown {
      if (typeof key === 'symbol' || key in target || probes.has(key))
        return Reflect.get(target, key, receiver)
      return lack(prefix + key)
    },
  })
}

function coverPrototype(object: object, prefix: string): void {
  const prototype: unknown = Object.getPrototypeOf(object)
  Object.setPrototypeOf(object, lastPrototype(prototype as object, prefix))
}

/** Makes unknown names of a module object fail: `dialog.foo`. Returns the same object. */
export function failByName<T extends object>(name: string, module: T): T {
  coverPrototype(module, `${name}.`)
  return module
}

/** Makes unknown names of a class and of its instances fail: `BrowserWindow.foo`, `BrowserWindow#foo`. */
export function failByNameInClass(
  name: string,
  type: { prototype: object },
  separator: '#' | '.' = '#',
): void {
  coverPrototype(type, `${name}.`)
  coverPrototype(type.prototype, name + separator)
}

/** A module or class of Electron's that is not emulated at all: any use of it fails by name. */
export function absent(name: string): object {
  const fail = (): never => lack(name)
  return new Proxy(function absentModule() {}, {
    get: (target, key, receiver): unknown =>
      typeof key === 'symbol' || probes.has(key)
        ? Reflect.get(target, key, receiver)
        : lack(`${name}.${key}`),
    set: (_target, key) => lack(`${name}.${String(key)}`),
    apply: fail,
    construct: fail,
  })
}

/**
 * Hands a partial emulation to code that is typed against Electron's whole interface. The keys are checked to be
 * Electron's; what is missing fails by name when it is used.
 */
export function asElectron<T extends object>(partial: { [K in keyof T]?: unknown }): T {
  return partial as T
}
