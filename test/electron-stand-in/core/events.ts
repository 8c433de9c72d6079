// Owns event objects that a listener may prevent.
// It must not know any particular event.

export interface Preventable {
  readonly defaultPrevented: boolean
  preventDefault: () => void
}

/** An Electron event with these fields. */
export function makeEvent<T extends object>(fields: T): T & Preventable {
  let isPrevented = false
  return Object.defineProperties({ ...fields } as T & Preventable, {
    defaultPrevented: { get: () => isPrevented, enumerable: true },
    preventDefault: {
      value: () => {
        isPrevented = true
      },
    },
  })
}
