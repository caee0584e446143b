import { isIP, isIPv6 } from 'node:net'

type Seen = { socketAddress: string | undefined; forwardedFor: string | undefined; trustedProxyHops: number }

/**
 * Who is at the other end, for counting attempts. Each proxy that we trust adds the address it heard from at the right
 * of X-Forwarded-For; anything further left was written by the caller, who may write what they like.
 */
export function clientAddress({ socketAddress, forwardedFor, trustedProxyHops }: Seen): string {
  const heard = (forwardedFor ?? '').split(',').map((part) => part.trim())
  const told = trustedProxyHops > 0 ? heard.at(-trustedProxyHops) : undefined
  return network(told && isIP(told) ? told : (socketAddress ?? ''))
}

/** One household has a whole /64 of IPv6 addresses: they count as one. */
function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address || 'unknown'
  const [head = '', tail = ''] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::') ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
