import type * as z from 'zod/mini'
import { isContractProcedure, type AnyContractRouter } from '@orpc/contract'

type Part = z.core.$ZodType

/** The inputs of all endpoints, by method and path. */
export const inputsOf = (router: AnyContractRouter): [string, Part][] => {
  if (!isContractProcedure(router)) return Object.values(router).flatMap(inputsOf)
  const { route, inputSchema } = router['~orpc']
  return inputSchema ? [[`${route.method} ${route.path}`, inputSchema as Part]] : []
}

/** A schema and all that are inside it, each with its path. */
export const partsOf = (schema: Part, path: string): [string, Part][] => {
  const {
    innerType,
    in: before,
    out: after,
    element,
    valueType,
    shape,
    options,
  } = schema._zod.def as unknown as {
    [name in 'innerType' | 'in' | 'out' | 'element' | 'valueType']?: Part
  } & { shape?: Record<string, Part>; options?: Part[] }
  const inside = [innerType, before, after, valueType, ...(options ?? [])].flatMap((part) =>
    part ? partsOf(part, path) : [],
  )
  const elements = element ? partsOf(element, `${path}[]`) : []
  const fields = Object.entries(shape ?? {}).flatMap(([name, part]) => partsOf(part, `${path}.${name}`))
  return [[path, schema], ...inside, ...elements, ...fields]
}
