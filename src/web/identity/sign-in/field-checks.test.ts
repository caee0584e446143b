import { expect, test } from 'vitest'
import { createFieldChecks } from './field-checks.ts'

/** A validation that ends when the test says so. */
function startValidation() {
  let end: (result: string) => void = () => {}
  const result = new Promise<string>((resolve) => (end = resolve))
  return { validate: () => result, end }
}

test('only the result of the latest check of a field counts, in whichever order the results arrive', async () => {
  const checks = createFieldChecks()
  const [first, second] = [startValidation(), startValidation()]
  const results = Promise.all([checks.run('email', first.validate), checks.run('email', second.validate)])
  second.end('valid')
  first.end('invalid')
  expect(await results).toEqual([null, 'valid'])
})

test('checks of different fields do not discard each other', async () => {
  const checks = createFieldChecks()
  const [email, name] = [startValidation(), startValidation()]
  const results = Promise.all([checks.run('email', email.validate), checks.run('name', name.validate)])
  name.end('too short')
  email.end('invalid')
  expect(await results).toEqual(['invalid', 'too short'])
})

test('a check that ends after a submit does not replace the result of the submit', async () => {
  const checks = createFieldChecks()
  const { validate, end } = startValidation()
  const result = checks.run('email', validate)
  checks.discard()
  end('valid')
  expect(await result).toBeNull()
})
