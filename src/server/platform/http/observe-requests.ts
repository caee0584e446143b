import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyContractRouter } from '@orpc/contract'
import type { Logger } from 'pino'
import { LRUCache } from 'lru-cache'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import { createLoggedRequest, withRequest } from './request-id.ts'
import { createRouteTable } from './route-table.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export type RequestObserver = {
  contract: AnyContractRouter
  log: Pick<Logger, 'info' | 'debug'>
  /** Called once per request, when its response was sent or cut off. */
  observe(labels: { method: string; route: string; status: number }, seconds: number): void
}

// Asked every few seconds by proxies and monitoring.
const quietRoutes = new Set(['GET /api/health', 'GET /api/ready', 'GET /api/serving', 'GET /metrics'])
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Logs one line per request and measures it: method, route, status, duration, bytes sent, who called. No URL, no parameters and
 * no names: those are personal data or contain tokens.
 */
export function observeRequests({ contract, log, observe }: RequestObserver, next: Listener): Listener {
  const routeOf = createRouteNames(contract)
  return (request, response) => {
    const began = performance.now()
    const sentBefore = response.socket?.bytesWritten ?? 0
    const header = request.headers['x-request-id']
    const logged = createLoggedRequest(typeof header === 'string' ? header : null)
    const method = knownMethods.has(request.method ?? '') ? String(request.method) : 'OTHER'
    const route = routeOf(method, request.url ?? '/')
    logged.route = `${method} ${route}`
    const isQuiet = quietRoutes.has(logged.route)
    response.once('close', () => {
      const { socket } = request
      const ms = performance.now() - began
      const status = response.statusCode
      observe({ method, route, status }, ms / 1000)
      log[isQuiet ? 'debug' : 'info'](
        {
          requestId: logged.id,
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          bytes: Math.max(0, socket.bytesWritten - sentBefore),
          viewer: logged.viewer ?? 'anonymous',
          ...(response.writableFinished ? {} : { isCutOff: true }),
        },
        'request',
      )
    })
    withRequest(logged, () => next(request, response))
  }
}

/** Parts of the site that are neither pages nor endpoints of the contract: their paths have any number of values. */
const groups = /^\/(assets|uploads|media|cover|certificate|sharing|sandbox|api\/uploads\/tus)(\/|$)/

function groupOf(path: string): string | null {
  const group = groups.exec(path)?.[1]
  return group === undefined ? null : `/${group}/*`
}

/** Names the endpoint or page of a path. Few values, whatever is requested: unknown paths are all `other`. */
function createRouteNames(contract: AnyContractRouter): (method: string, url: string) => string {
  const endpoints = createRouteTable(contract)
  const pages = [...Object.values(patterns), ...Object.values(staffPatterns)].map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }))
  const known = new LRUCache<string, string>({ max: 1000 })

  function find(method: string, path: string): string {
    const group = groupOf(path)
    if (group) return group
    if (path.startsWith('/api/')) {
      const route = endpoints.find(method, path.slice('/api'.length))
      return route ? `/api${route.path}` : 'other'
    }
    if (path === '/metrics') return path
    return pages.find(({ pattern }) => pattern.test(path))?.path ?? 'other'
  }

  return (method, url) => {
    const path = url.split('?', 1)[0] ?? ''
    const key = `${method} ${path}`
    const knownName = known.get(key)
    if (knownName !== undefined) return knownName
    const name = find(method, path)
    if (key.length < 200) known.set(key, name)
    return name
  }
}
