import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Connection = { socketAddress: string | undefined; forwardedFor: string | undefined; trustedProxyHops: number }

/**
 * The client address that rate limits count for. Each trusted proxy appends its peer's address to X-Forwarded-For;
 * entries further left come from the client and are not trusted.
 */
export function clientAddress({ socketAddress, forwardedFor, trustedProxyHops }: Connection): string {
  const entries = (forwardedFor ?? '').split(',').map((part) => part.trim())
  const forwarded = trustedProxyHops > 0 ? entries.at(-trustedProxyHops) : undefined
  return network(forwarded && isIP(forwarded) ? forwarded : (socketAddress ?? ''))
}

/** A customer of a provider has a whole /64 of IPv6 addresses, which counts as one client. */
function network(address: string): string {
  if (!isIP(address)) return address || 'unknown'
  // Node.js knows zones that the library does not.
  const ip = ipaddr.process(address.split('%')[0] ?? '')
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const prefix = ip.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
