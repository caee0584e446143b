import { isIP, isIPv6 } from 'node:net'

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
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address || 'unknown'
  const [head = '', tail = ''] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
