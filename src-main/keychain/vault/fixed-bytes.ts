// Memory for secrets that V8 never moves, so that wiping it leaves no copy.

/**
 * Returns `length` zero bytes in their own ArrayBuffer. V8 keeps Buffers of up to 64 bytes from `Buffer.alloc` in its heap,
 * where each collection may copy them and leave the old content behind; an ArrayBuffer's bytes are never moved.
 */
export const fixedBytes = (length: number): Buffer => Buffer.from(new ArrayBuffer(length))
