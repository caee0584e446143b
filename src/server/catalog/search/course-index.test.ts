import { describe, expect, test } from 'vitest'
import { createCourseIndex, type IndexedCourse } from './course-index.ts'
import { fields } from './course-index-document.ts'

const course = (id: string, document: string, names = ''): IndexedCourse => ({
  id,
  level: 'Pemula',
  isFree: false,
  names,
  document,
})
const phrases = ['basis data', 'desain web']

function createIndex(...courses: IndexedCourse[]) {
  const index = createCourseIndex(phrases)
  for (const added of courses) index.set(added)
  const listed = (found: Uint8Array) =>
    [...found].flatMap((bits, slot) => (bits === 0 ? [] : [[index.idAt(slot), bits]])).sort()
  return {
    index,
    fieldsOf: (...texts: string[]) => listed(index.fieldsWith({ texts })),
    fieldsOfPrefix: (prefix: string) => listed(index.fieldsWith({ texts: [], prefixes: [prefix] })),
    named: (text: string) => listed(index.namesWith(text)).map(([id]) => id),
  }
}

describe('a word of a course', () => {
  test('is found with the fields that contain it, in any spelling that a document can have', () => {
    const { fieldsOf } = createIndex(
      course('a', "'1e5':4 'c\\\\x':3A 'it''s':1A,2B,9 'kelas':5C,6A"),
      course('b', "'kelas':1"),
    )
    expect(fieldsOf("it's")).toEqual([['a', fields.title | fields.tagline | fields.others]])
    expect(fieldsOf('c\\x', '1e5')).toEqual([['a', fields.title | fields.others]])
    expect(fieldsOf('kelas')).toEqual([
      ['a', fields.title | fields.category],
      ['b', fields.others],
    ])
    expect(fieldsOf('kela')).toEqual([])
  })

  test('is found by its beginning, among few new words and among many', () => {
    const { index, fieldsOfPrefix } = createIndex(course('a', "'merajut':1A"))
    expect(fieldsOfPrefix('mera')).toEqual([['a', fields.title]])
    for (let number = 1000; number < 2200; number++) index.set(course(`n${number}`, `'kata${number}':1B`))
    expect(fieldsOfPrefix('mera')).toEqual([['a', fields.title]])
    expect(fieldsOfPrefix('kata121')).toHaveLength(10)
    index.set(course('b', "'merangkai':1"))
    expect(fieldsOfPrefix('meran')).toEqual([['b', fields.others]])
  })

  test('is found inside of a word of a name, and a text with signs wherever it is in the names', () => {
    const { named } = createIndex(
      course('a', "'javascript':1A", 'javascript 100% dasar'),
      course('b', "'java':1A", 'java dasar'),
    )
    expect([named('script'), named('dasar'), named('100%'), named('%'), named('script 1')]).toEqual([
      ['a'],
      ['a', 'b'],
      ['a'],
      ['a'],
      ['a'],
    ])
  })
})

describe('a phrase', () => {
  test('is found where its words follow each other, in the field that has both', () => {
    const { fieldsOf } = createIndex(
      course('next to each other', "'basis':2A 'data':3A"),
      course('apart', "'basis':2A 'data':4A"),
      course('other order', "'basis':2A 'data':1A"),
      course('two fields', "'basis':2A 'data':3B"),
    )
    expect(fieldsOf('basis data')).toEqual([
      ['next to each other', fields.title],
      ['two fields', fields.others],
    ])
  })
})

describe('a typo', () => {
  test('is near the words of names with few changed letters, nearest first, and to words that it begins', () => {
    const { index } = createIndex(course('a', '', 'fotografi fotograf laravel'), course('b', '', 'laravelia'))
    expect([
      index.nearNames('fotografo'),
      index.nearNames('laravle'),
      index.nearNames('lara'),
      index.nearNames('qzxqzx'),
    ]).toEqual([['fotograf', 'fotografi'], ['laravel'], ['laravel', 'laravelia'], []])
  })
})

describe('a course', () => {
  test('that is changed again and again is found by its last words only, and takes no more room', () => {
    const { index, fieldsOf, named } = createIndex(course('a', "'tetap':1A", 'tetap'))
    for (let number = 0; number < 2_000; number++)
      index.set(course('b', `'kata${number}':1A 'sama':2A`, `kata${number} sama`))
    expect([fieldsOf('sama'), fieldsOf('kata1999'), fieldsOf('kata1998'), fieldsOf('tetap')]).toEqual([
      [['b', fields.title]],
      [['b', fields.title]],
      [],
      [['a', fields.title]],
    ])
    expect([named('kata'), named('kata1998'), index.nearNames('kata19999')]).toEqual([['b'], [], ['kata1999']])
    expect(index.length).toBeLessThan(1_000)
  })

  test('that was removed is found by nothing', () => {
    const { index, fieldsOf, fieldsOfPrefix, named } = createIndex(
      course('a', "'rotan':1A 'sama':2", 'rotan'),
      course('b', "'sama':1", 'pandan'),
    )
    index.remove('a')
    index.remove('never added')
    expect([fieldsOf('rotan'), fieldsOfPrefix('rot'), named('rotan'), index.nearNames('rotam')]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect([
      index.contains({ texts: ['rotan'] }),
      index.contains({ texts: [], prefixes: ['rot'] }),
      index.contains({ texts: ['sama'] }),
    ]).toEqual([false, false, true])
    expect(fieldsOf('sama')).toEqual([['b', fields.others]])
  })
})
