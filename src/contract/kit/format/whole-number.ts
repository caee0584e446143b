import * as z from 'zod/mini'

/** A number without decimals in a range that the message names. */
export const wholeNumber = (message: string, smallest: number, largest: number) =>
  z.number(message).check(z.int(`${message}, tanpa koma`), z.minimum(smallest, message), z.maximum(largest, message))
