/** A validation error that needs more than the schema, such as an unknown category or an invalid image. */
export class RejectedField extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}
