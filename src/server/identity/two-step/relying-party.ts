/** Where passkeys of this installation are valid: browsers bind them to a host name, and state the origin in each signature. */
export type RelyingParty = { id: string; origins: string[] }

/** Browsers accept no IP address as a host name, so a local installation is `localhost`, whichever loopback address it has. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin, protocol, port } = new URL(publicUrl)
  if (hostname !== '[::1]' && !/^127\.\d+\.\d+\.\d+$/.test(hostname)) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] }
}
