import * as z from 'zod'

/** A number as operators write it: digits only, so that `1e3` or `0x10` is no surprise. */
export const wholeNumber = (
  minimum: number,
  maximum: number,
  error = `must be a whole number from ${minimum} to ${maximum}`,
) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, error)

/** One of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` })

export const onOff = oneOf('on', 'off')
