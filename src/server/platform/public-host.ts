import { BlockList, isIP } from 'node:net'

const privateRanges = new BlockList()
privateRanges.addSubnet('127.0.0.0', 8)
privateRanges.addSubnet('10.0.0.0', 8)
privateRanges.addSubnet('172.16.0.0', 12)
privateRanges.addSubnet('192.168.0.0', 16)
privateRanges.addSubnet('169.254.0.0', 16)
privateRanges.addAddress('::1', 'ipv6')
privateRanges.addSubnet('fc00::', 7, 'ipv6')

/** False for loopback, private networks and local names such as `.local`, `.test` and `.localhost`. */
export function hasPublicHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family) return !privateRanges.check(host, family === 6 ? 'ipv6' : 'ipv4')
  return host !== 'localhost' && host.includes('.') && !/\.(local|localhost|test|internal)$/.test(host)
}

/** True when this host is the machine itself. */
export function hasLoopbackHost(url: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
}
