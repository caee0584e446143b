import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { urlMessage } from '#contract/kit/input-rules.ts'
import { hasPublicHost } from '#server/platform/public-host.ts'

export type HostAddress = { address: string; family: number }

export type Network = {
  /** For installations inside one network: private addresses and plain HTTP are accepted. */
  allowPrivate: boolean
  /** All addresses of a host name. Rejects with a system error code such as ENOTFOUND. */
  resolve: (hostname: string) => Promise<HostAddress[]>
}

export const systemNetwork = ({ allowPrivate }: { allowPrivate: boolean }): Network => ({
  allowPrivate,
  resolve: (hostname) => lookup(hostname, { all: true }),
})

/** A host with an address inside a private network. Requests to it could reach services that trust their network. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress'
  readonly code = 'blocked-address'
}

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public addresses at which a cloud serves the machine's own configuration (Azure). */
const metadataIps = ['168.63.129.16']

/** False for addresses that are not reachable from the internet, also when they are written as IPv6 (mapped, NAT64, 6to4). */
function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast' || metadataIps.includes(ip.toString())) return false
  return ip instanceof ipaddr.IPv4 || ip.match(globalIpv6)
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses to connect to. Throws BlockedAddress when any of them is not public: the name may have been pointed at a private address
 * after it was checked.
 */
export async function resolvePublic({ allowPrivate, resolve }: Network, hostname: string): Promise<HostAddress[]> {
  const family = isIP(hostname)
  const found = family ? [{ address: hostname, family }] : await resolve(hostname)
  if (!allowPrivate && !found.every(({ address }) => isPublicIp(address)))
    throw new BlockedAddress(`${hostname} is not a public address`)
  return found
}

/** Throws BlockedAddress for a URL that may not be called, without resolving its name: sockets look no name up for an IP address. */
export function checkTarget({ allowPrivate }: Network, url: URL): void {
  if (allowPrivate) return
  const host = hostOf(url)
  if (url.protocol !== 'https:' || (isIP(host) ? !isPublicIp(host) : !hasPublicHost(url.href)))
    throw new BlockedAddress(`${url.host} may not be called`)
}

const resolveLimitMs = 2000

/**
 * Why a URL cannot be saved, for the user; null when it can. A host that cannot be resolved now is accepted: every delivery checks the
 * address to which it connects.
 */
export async function findUrlProblem(network: Network, value: string): Promise<string | null> {
  if (!URL.canParse(value)) return urlMessage
  const url = new URL(value)
  if (network.allowPrivate) return null
  if (url.protocol !== 'https:') return 'Alamat harus diawali https://'
  let timer: NodeJS.Timeout | undefined
  try {
    checkTarget(network, url)
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, resolveLimitMs)))
    await Promise.race([resolvePublic(network, hostOf(url)), limit])
    return null
  } catch (error) {
    return error instanceof BlockedAddress ? 'Alamat di jaringan pribadi tidak bisa dipakai' : null
  } finally {
    clearTimeout(timer)
  }
}
