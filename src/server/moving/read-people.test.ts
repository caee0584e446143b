import { expect, test } from 'vitest'
import { checkPeople, readPeople, type PersonLine } from './read-people.ts'

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
      status: '',
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
  // A list with nothing between is of what is done.
  [
    ['1', '0', ''],
    [100, 0, 0],
  ],
  [
    ['1', '0', '2'],
    [1, 0, 2],
  ],
  [
    ['1%', '0%'],
    [1, 0],
  ],
  [
    ['66.667', '33,333 %', '100.000'],
    [66.667, 33.333, 100],
  ],
  [
    ['0.333', '1.000'],
    [33.3, 100],
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

test.each([
  [{ percent: '100' }, 'selesai'],
  [{}, 'selesai'],
  [{ status: 'Lulus' }, 'selesai'],
  [{ status: 'Tidak aktif' }, 'selesai'],
  [{ status: 'Tidak lulus' }, 'statusnya "Tidak lulus".'],
  [{ percent: '40 %' }, 'percent 40.'],
  [{ percent: '0' }, 'percent 0.'],
  [{ percent: '99,5', status: 'Selesai' }, 'percent 99,5.'],
  [{ status: 'Gagal' }, 'statusnya "Gagal".'],
  [{ status: 'In Progress' }, 'statusnya "In Progress".'],
  [{ status: 'in_progress' }, 'statusnya "in_progress".'],
  [{ status: 'not-started' }, 'statusnya "not-started".'],
  [{ percent: '100', status: 'Belum selesai' }, 'statusnya "Belum selesai".'],
])('a day on which a course ended, beside %j, says %s', (typed, message) => {
  const [checked] = read({ finishedAt: '2024-07-15', enrolledAt: '2024-01-01', ...typed }, { percent: '12' })
  const isFinished = message === 'selesai'
  expect(checked?.person?.study?.percent).toBe(isFinished ? 100 : undefined)
  expect(checked?.row.message).toContain(isFinished ? message : `padahal ${message}`)
})

test('the status of a line is read beside its finish date', () => {
  const table = {
    header: { line: 1, cells: ['Nama', 'Email', 'Selesai', 'Status Kelas'] },
    rows: [{ line: 2, cells: ['Budi', 'b@kirim.id', '2024-07-15', 'Gagal'] }],
    roles: ['name', 'email', 'finishedAt', null] as const,
  }
  expect(readPeople(table)).toMatchObject([{ finishedAt: '2024-07-15', status: 'Gagal' }])
  expect(readPeople({ ...table, header: null })).toMatchObject([{ status: '' }])
})
