import { createHash } from 'node:crypto'

/** Stored for a secret that was issued at random, such as a session token. A slow hash would protect it no better. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
