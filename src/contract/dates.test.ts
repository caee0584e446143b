import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { inputsOf, partsOf } from '#testing/contract-schemas.ts'
import { contract } from './index.ts'

type Part = z.core.$ZodType
type Format = 'date' | 'datetime'

/** Null for schemas that are not for dates. */
function formatOf(part: Part): Format | null {
  const { format, checks = [] } = part._zod.def as { format?: string; checks?: z.core.$ZodCheck[] }
  const formats = [format, ...checks.map((check) => (check._zod.def as { format?: string }).format)]
  return formats.find((each): each is Format => each === 'date' || each === 'datetime') ?? null
}

/** Compared with today before it is stored; its rules are loaded by every page of a visitor. */
const limitedElsewhere = /\.gift\.sendOn$/

const dates = inputsOf(contract).flatMap(([name, schema]) =>
  partsOf(schema, name).flatMap(([path, part]) => {
    const format = formatOf(part)
    return format && !limitedElsewhere.test(path) ? [{ path, part, format }] : []
  }),
)
const written = { date: (day: string) => day, datetime: (day: string) => `${day}T12:00:00Z` }

test('dates are found in the contract', () => {
  const paths = dates.map(({ path }) => path)
  for (const path of ['GET /admin/transactions.from', 'POST /admin/sales.endsAt', 'GET /admin/audit.to'])
    expect(paths).toContain(path)
})

test.each(dates)('$path is of a year that the database can store, in every zone', ({ part, format }) => {
  const accepts = (value: string) => z.safeParse(part, value).success
  const days = ['0000-01-01', '0001-01-01', '1969-12-31', '9999-01-01', '9999-12-31']
  expect(days.map(written[format]).filter(accepts)).toEqual([])
  expect(['2000-01-01', '2026-11-21', '9998-12-31'].map(written[format]).filter((value) => !accepts(value))).toEqual([])
  if (format === 'datetime')
    expect(['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'].filter(accepts)).toEqual([])
})
