// Deterministic randomness of the practice exchange: a pure function of a seed and labels. Never use it for secrets.

/** Turns a name into a label for {@link hash32} (FNV-1a, 32 bits). Meant for module constants. */
export function labelOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

function absorb(state: number, label: number): number {
  let hash = Math.imul(state ^ label, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** 32 uniformly distributed bits (0 .. 2^32 - 1) for a seed and up to three integer labels; every bit depends on all of them. */
export function hash32(seed: number, first: number, second = 0, third = 0): number {
  return absorb(absorb(absorb(seed + 0x6d2b79f5, first), second), third) >>> 0
}

/** A uniformly distributed number in [0, 1). */
export function unitOf(seed: number, first: number, second = 0, third = 0): number {
  return hash32(seed, first, second, third) / 0x1_0000_0000
}

/** Maps 32 random bits to a bell-shaped number: mean 0, variance 1, within -3 .. 3 (three uniforms of ten bits). */
export function bellOf(bits: number): number {
  const sum = (bits & 1023) + ((bits >>> 10) & 1023) + ((bits >>> 20) & 1023)
  return (sum / 1023 - 1.5) * 2
}
