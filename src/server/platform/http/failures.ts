import { ORPCError, ValidationError } from '@orpc/server'
import * as z from 'zod/mini'
import { imageMessages } from '#contract/kit/media/images.ts'
import { isDatabaseUnavailable, isLockConflict, isStatementTimeout } from '#server/platform/database/index.ts'
import { StorageFailure } from '#server/platform/storage/index.ts'
import { Overloaded, TextTooCostly } from '#server/platform/too-costly.ts'
import { requestId } from './request-id.ts'

/** Body of every failure (see the contract). Never contains a stack, SQL or a path. */
export function failureBody(error: ORPCError<string, unknown>) {
  const data = typeof error.data === 'object' && error.data !== null ? error.data : {}
  return {
    success: false,
    code: error.code.toLowerCase().replaceAll('_', '-'),
    message: error.message,
    ...data,
    requestId: requestId(),
  }
}

/** A failure response from outside of any endpoint. */
export function failureResponse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { success: false, code, message, requestId: requestId() },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  )
}

/** A site that is closed opens again after minutes. */
export const closedRetrySeconds = 60

/** Repeating a request that failed for a while is worth it after this long, unless its failure says otherwise. */
const retryAfterSeconds = 5

/** Every response that asks for patience says for how long; those of endpoints get it in api.ts. */
export function withRetryAfter(response: Response, seconds = retryAfterSeconds): Response {
  if (response.status === 429 || response.status === 503) response.headers.set('retry-after', String(seconds))
  return response
}

export const unavailable = (message: string, retrySeconds = retryAfterSeconds, code = 'unavailable'): Response =>
  withRetryAfter(failureResponse(503, code, message), retrySeconds)

/** The response to a failed call, from outside of any endpoint. */
export function rejection(error: ORPCError<string, unknown>): Response {
  const { retryAfterSeconds: seconds } = (error.data ?? {}) as { retryAfterSeconds?: number }
  const response = Response.json(failureBody(error), {
    status: error.status,
    headers: { 'cache-control': 'no-store' },
  })
  return withRetryAfter(response, seconds)
}

/** 413 for a file over the limit. */
export function fileTooLarge(field: string, message: string = imageMessages.tooLarge): Response {
  return Response.json(
    { success: false, code: 'too-large', message, errors: { [field]: message }, requestId: requestId() },
    { status: 413, headers: { 'cache-control': 'no-store' } },
  )
}

/** Nobody reads more at once. Their names are partly the caller's. */
const maximumErrors = 100
const maximumNameLength = 100

type Issue = {
  code?: string
  format?: string
  origin?: string
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[]
}

const fieldName = (issue: Issue): string =>
  issue.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body'

/** Validates by a schema that the use case chooses. Throws the same error as the schema of an endpoint. */
export function checked<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) throw fromValidation(result.error.issues as Issue[])
  return result.data
}

/** Faults of a parameter of the path that nothing can have: of another type, empty or too long. */
const matchesNothing = new Set(['invalid_type', 'too_small', 'too_big'])

/** Maps validation issues as the contract declares: 404 for a malformed id, else 422 with one message per field. */
function fromValidation(issues: readonly Issue[], path = ''): ORPCError<string, unknown> {
  const isMalformedId = (issue: Issue) =>
    (issue.code === 'invalid_format' && issue.format === 'uuid') ||
    (matchesNothing.has(issue.code ?? '') && path.includes(`{${fieldName(issue)}}`))
  if (issues.some(isMalformedId)) {
    return new ORPCError('NOT_FOUND', { status: 404, message: 'Data tidak ditemukan.' })
  }
  const oversize = issues.find((issue) => issue.code === 'too_big' && issue.origin === 'file')
  const errors: Record<string, string> = {}
  for (const issue of oversize ? [oversize] : issues.slice(0, maximumErrors))
    errors[fieldName(issue).slice(0, maximumNameLength)] ??= issue.message
  if (oversize) return new ORPCError('TOO_LARGE', { status: 413, message: oversize.message, data: { errors } })
  return new ORPCError('INVALID_INPUT', { status: 422, message: 'Periksa lagi isian yang ditandai.', data: { errors } })
}

export const malformedRequest = (): ORPCError<string, unknown> =>
  new ORPCError('MALFORMED_REQUEST', { status: 400, message: 'Permintaan tidak bisa dibaca.' })

const tooCostly = 'Susunan teks ini terlalu rumit untuk dibaca. Sederhanakan, atau bagi menjadi beberapa bagian.'

/** True for failures that pass by themselves, so the request may be repeated: the response is 503. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof Overloaded ||
  (error instanceof ORPCError && error.status === 503) ||
  error instanceof StorageFailure ||
  isDatabaseUnavailable(error) ||
  isStatementTimeout(error) ||
  isLockConflict(error)

export type FailureLog = (error: unknown) => void

/** Converts an error to a failure without internal details. Undeclared errors are bugs: logged, and returned as 500. */
export function toFailure(error: unknown, log: FailureLog, path?: string): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST')
      return fromValidation(error.cause.issues as Issue[], path)
    if (error.code === 'BAD_REQUEST') return malformedRequest()
    if (error.code !== 'INTERNAL_SERVER_ERROR') return error
  }
  if (error instanceof TextTooCostly && error.field !== null)
    return new ORPCError('INVALID_INPUT', {
      status: 422,
      message: 'Periksa lagi isian yang ditandai.',
      data: { errors: { [error.field]: tooCostly } },
    })
  if (!(error instanceof Overloaded)) log(error)
  if (isTemporary(error))
    return new ORPCError('UNAVAILABLE', { status: 503, message: 'Layanan sedang sibuk. Coba lagi sebentar lagi.' })
  return new ORPCError('INTERNAL_ERROR', { status: 500, message: 'Ada gangguan di server. Coba lagi sebentar lagi.' })
}
