import { ORPCError, ValidationError } from '@orpc/server'
import * as z from 'zod/mini'
import { imageMessages } from '#contract/images.ts'
import { isDatabaseAway, isTooSlow } from '#server/database/index.ts'
import { requestId } from './request-id.ts'

/** The envelope of every failure (see the contract): never a stack, SQL or a path. */
export function failureBody(error: ORPCError<string, unknown>) {
  const data = typeof error.data === 'object' && error.data !== null ? error.data : {}
  return { success: false, code: error.code.toLowerCase().replaceAll('_', '-'), message: error.message, ...data, requestId: requestId() }
}

/** A failure found before any endpoint was reached. */
export function failureResponse(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ success: false, code, message, requestId: requestId() }, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/** A file over the limit: found while the body was still coming in, or by the endpoint's own schema. */
export function fileTooLarge(field: string, message: string = imageMessages.tooLarge): Response {
  return Response.json(
    { success: false, code: 'too-large', message, errors: { [field]: message }, requestId: requestId() },
    { status: 413, headers: { 'cache-control': 'no-store' } },
  )
}

type Issue = { code?: string; format?: string; origin?: string; message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }

const fieldName = (issue: Issue): string => issue.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body'

/** Checks a value by a schema that a use case chooses itself, and refuses it as an endpoint's own schema would. */
export function checked<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) throw fromValidation(result.error.issues as Issue[])
  return result.data
}

/** A schema's refusal, as the contract promises it: 404 for a malformed id, else 422 with one message a field. */
function fromValidation(issues: readonly Issue[]): ORPCError<string, unknown> {
  if (issues.some((issue) => issue.code === 'invalid_format' && issue.format === 'uuid')) {
    return new ORPCError('NOT_FOUND', { status: 404, message: 'Data tidak ditemukan.' })
  }
  const oversize = issues.find((issue) => issue.code === 'too_big' && issue.origin === 'file')
  const errors: Record<string, string> = {}
  for (const issue of oversize ? [oversize] : issues) errors[fieldName(issue)] ??= issue.message
  if (oversize) return new ORPCError('TOO_LARGE', { status: 413, message: oversize.message, data: { errors } })
  return new ORPCError('INVALID_INPUT', { status: 422, message: 'Periksa lagi isian yang ditandai.', data: { errors } })
}

/** More is asked for at once than this machine can do: answered with 503, to be asked again. */
export class Busy extends Error {
  override name = 'Busy'
}

export type FailureLog = (error: unknown) => void

/** Turns whatever was thrown into a failure that may leave the house. Anything undeclared is a bug: logged, and answered without details. */
export function toFailure(error: unknown, log: FailureLog): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') return fromValidation(error.cause.issues as Issue[])
    if (error.code === 'BAD_REQUEST') return new ORPCError('MALFORMED_REQUEST', { status: 400, message: 'Permintaan tidak bisa dibaca.' })
    if (error.code !== 'INTERNAL_SERVER_ERROR') return error
  }
  if (!(error instanceof Busy)) log(error)
  if (error instanceof Busy || isDatabaseAway(error) || isTooSlow(error))
    return new ORPCError('UNAVAILABLE', { status: 503, message: 'Layanan sedang sibuk. Coba lagi sebentar lagi.' })
  return new ORPCError('INTERNAL_ERROR', { status: 500, message: 'Ada gangguan di server. Coba lagi sebentar lagi.' })
}
