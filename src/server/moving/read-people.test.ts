import { expect, test } from 'vitest'
import { checkPeople, type PersonLine } from './read-people.ts'

const known = {
  now: new Date('2026-11-21T03:00:00Z'),
  accounts: new Map(),
  enrolled: new Map(),
  findCourse: (text: string) => ({ id: '1', title: text }) as never,
}
const read = (...lines: Partial<PersonLine>[]) =>
  checkPeople(
    lines.map((line, index) => ({
      name: 'Budi',
      email: `budi${index}@kirim.id`,
      course: 'HTML',
      enrolledAt: '',
      finishedAt: '',
      percent: '',
      passwordHash: '',
      line: index + 2,
      ...line,
    })),
    known,
  )
const percentsOf = (...percents: string[]) =>
  read(...percents.map((percent) => ({ percent }))).map(({ person, row }) => person?.study?.percent ?? row.message)

test.each([
  [
    ['85,5 %', '100%', '0'],
    [85.5, 100, 0],
  ],
  [
    ['85.50', '-1'],
    [85.5, 'percent: tulis angka dari 0 sampai 100'],
  ],
  [
    ['17/20', '5 / 5', '3 dari 4'],
    [85, 100, 75],
  ],
  [
    ['0.85', '1', '0'],
    [85, 100, 0],
  ],
  [
    ['0,5', '0,255'],
    [50, 25.5],
  ],
  // Nobody has more than one of a whole; a list with more is of percents.
  [
    ['0.5', '12'],
    [0.5, 12],
  ],
  [
    ['1', '0'],
    [1, 0],
  ],
  [
    ['21/20', '5/0'],
    ['percent: tulis angka dari 0 sampai 100', 'percent: tulis angka dari 0 sampai 100'],
  ],
])('progress of %j is %j', (percents, expected) => expect(percentsOf(...percents)).toEqual(expected))

test('days of a list are read in the order of all of them', () => {
  const daysOf = (...days: string[]) =>
    read(...days.map((enrolledAt) => ({ enrolledAt }))).map(({ person }) => person?.study?.enrolledAt.toISOString())
  expect(daysOf('7/5/2024 9:00:00', '8/15/2024 9:00:00')).toEqual([
    '2024-07-05T02:00:00.000Z',
    '2024-08-15T02:00:00.000Z',
  ])
  expect(daysOf('7/5/2024 9:00:00', '15/8/2024 9:00:00')).toEqual([
    '2024-05-07T02:00:00.000Z',
    '2024-08-15T02:00:00.000Z',
  ])
})
