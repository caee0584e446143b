/** The owner of what is stored on this device while signed out. */
export const visitor = 'tamu'

/** The owner of a private response that is stored on this device: nobody can tell the session from it. */
export const sessionFingerprint = async (authorization: string | null): Promise<string> =>
  authorization ? digest(authorization) : visitor

/** SHA-256, as hexadecimal digits. */
export async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
