import * as z from 'zod/mini'

const notUsed = 'none'
const maximumColumns = 500

/** The content of each column of an uploaded CSV, in their order, chosen by the person who sends it; `none` is not read. */
export const chosenColumns = <const Role extends string>(roles: readonly Role[]) =>
  z.optional(
    z
      .array(z.enum([...roles, notUsed], 'Pilih isi kolom dari daftar'))
      .check(z.maxLength(maximumColumns, `Paling banyak ${maximumColumns} kolom`)),
  )

/** The columns of an uploaded CSV and what each was read as. */
export const csvColumnsOf = <const Role extends string>(roles: readonly Role[]) =>
  z.object({
    columns: z.array(
      z.object({
        name: z.string(),
        /** Cells of the first rows. */ values: z.array(z.string()),
        /** Null when it is not read. */ role: z.nullable(z.enum(roles)),
      }),
    ),
    /** True when a person chose them, now or with an earlier file of the same columns. */ isChosen: z.boolean(),
  })
export type CsvColumns<Role extends string = string> = {
  columns: { name: string; values: string[]; role: Role | null }[]
  isChosen: boolean
}

/** Nothing was read: the person chooses the columns, which are kept for the next file with the same ones. */
export const unsureColumns = <const Role extends string>(roles: readonly Role[]) =>
  ({
    COLUMNS_UNSURE: {
      status: 422,
      message: 'Pilih dulu isi tiap kolom di berkas ini.',
      data: z.object({ errors: z.record(z.string(), z.string()), table: csvColumnsOf(roles) }),
    },
  }) as const

/** Columns of a list of people. `otherName` is taken where the name is empty. */
export const peopleRoles = [
  'email',
  'name',
  'lastName',
  'otherName',
  'course',
  'enrolledAt',
  'finishedAt',
  'percent',
  'passwordHash',
] as const
export type PeopleRole = (typeof peopleRoles)[number]
/** Those of a list of students of one course. */
export const studentRoles = ['email', 'name', 'lastName', 'otherName'] as const
