// Owns: memory for secrets that stays where it is, so that wiping it leaves nothing. Must not: know what lies in it.

/**
 * `length` zero bytes in a Buffer of their own. V8 keeps those of up to 64 bytes that `Buffer.alloc` makes in its heap, where each
 * collection may copy them and leave what they held behind; an ArrayBuffer's bytes are never moved.
 */
export const fixedBytes = (length: number): Buffer => Buffer.from(new ArrayBuffer(length))
