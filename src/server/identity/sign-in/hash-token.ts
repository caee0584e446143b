import { createHash } from 'node:crypto'

/** What is stored of a secret that was issued at random, such as a session token. A slow hash would protect it no better. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
