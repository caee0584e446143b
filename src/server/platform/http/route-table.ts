import * as z from 'zod/mini'
import { isContractProcedure, type AnyContractRouter } from '@orpc/contract'
import type { EndpointMeta } from '#contract/kit/endpoint.ts'

export type Route = {
  method: string
  path: string
  meta: EndpointMeta
  /** Names of the input's fields: parameters of the path, the query and the body. */ fields: readonly string[]
}

type Compiled = Route & { pattern: RegExp }

/** The contract's routes, to distinguish an unknown path (404) from an unsupported method (405). */
export function createRouteTable(router: AnyContractRouter) {
  const routes = listRoutes(router).map((route): Compiled => ({ ...route, pattern: compile(route.path) }))
  // Fixed paths take precedence over paths with parameters, as in the handler.
  routes.sort((a, b) => countParams(a.path) - countParams(b.path))
  return {
    routes: routes as readonly Route[],
    find: (method: string, path: string): Route | null =>
      routes.find((route) => route.method === method && route.pattern.test(path)) ?? null,
    methodsOf: (path: string): string[] => [
      ...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method)),
    ],
  }
}

const countParams = (path: string): number => path.split('{').length

const compile = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)

function listRoutes(router: AnyContractRouter): Route[] {
  if (isContractProcedure(router)) {
    const { route, meta, inputSchema } = router['~orpc']
    if (!route.method || !route.path) throw new Error('An endpoint has no method or no path')
    return [{ method: route.method, path: route.path, meta: meta as EndpointMeta, fields: fieldsOf(inputSchema) }]
  }
  return Object.values(router).flatMap(listRoutes)
}

const fieldsOf = (schema: unknown): string[] => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])
