import { type Chaos, noChaos, chaosChoices } from '#sandbox/payment/payments/chaos.ts'
import { Rejection } from '#sandbox/payment/context.ts'

export const chaosNames = Object.keys(noChaos) as (keyof Chaos)[]

const maximumCopies = 100
/** As milliseconds and as days within what a date can hold. */
const maximumNumber = 1_000_000

/** Reads knobs from text fields; missing fields are left unchanged. */
export function readChaosForm(fields: Record<string, string>): Partial<Chaos> {
  const knobs: Record<string, unknown> = {}
  for (const name of chaosNames) {
    const text = fields[name]
    if (text !== undefined) knobs[name] = readKnob(name, text)
  }
  return knobs as Partial<Chaos>
}

function readKnob(name: keyof Chaos, text: string): boolean | number | string {
  if (typeof noChaos[name] === 'boolean') return text === 'true'
  if (name in chaosChoices) {
    const choices: readonly string[] = chaosChoices[name as keyof typeof chaosChoices]
    if (!choices.includes(text)) throw new Rejection('400', `${name} must be one of ${choices.join(', ')}`)
    return text
  }
  const number = Number(text)
  const maximum = name === 'extraCopies' ? maximumCopies : maximumNumber
  if (!(number >= 0 && number <= maximum)) throw new Rejection('400', `${name} must be a number from 0 to ${maximum}`)
  return number
}
