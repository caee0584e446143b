import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { enforceAccess, type ApiContext } from '#server/platform/http/index.ts'

/** The contract, ready for its handlers. */
export const endpoints = implement(contract).$context<ApiContext>().use(enforceAccess)
