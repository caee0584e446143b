import { ORPCError } from '@orpc/server'

/** A validation error that needs more than the schema, such as an unknown category or an invalid image. */
export class RejectedField extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Maps a rejected field to a validation error of the response. */
export async function withFields<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof RejectedField)) throw error
    throw new ORPCError('INVALID_INPUT', { status: 422, message: 'Periksa lagi isian yang ditandai.', data: { errors: { [error.field]: error.message } } })
  }
}
