import { describe, expect, test } from 'vitest'
import { takeOver } from './take-over.ts'

const started = { title: 'Git', text: '<p>Isi</p>', publishedOn: null as string | null }
const base = { values: started, version: 3 }
const typed = { text: '<p>Isi baru</p>' }

test('a newer version with the same values is taken over: what bumped it is not in the form', () => {
  expect(takeOver({ base, sent: null, loaded: { values: { ...started }, version: 4 }, typed })).toEqual([])
})

test('fields that nobody typed in take the newer values', () => {
  const loaded = { values: { ...started, publishedOn: '2026-11-21' }, version: 4 }
  expect(takeOver({ base, sent: null, loaded, typed })).toEqual(['publishedOn'])
})

test('a newer version that changes what was typed is not taken over, so that saving says that it is outdated', () => {
  const loaded = { values: { ...started, title: 'Git dasar', text: '<p>Isi orang lain</p>' }, version: 4 }
  expect(takeOver({ base, sent: null, loaded, typed })).toBeNull()
})

describe('after a save', () => {
  const sent = { ...started, text: '<p>Isi baru</p>' }

  test('the next version is what the form sent, however the server wrote it, and what was typed meanwhile', () => {
    const loaded = { values: { ...sent, title: 'Git ', text: '<p>Isi baru</p>\n' }, version: 4 }
    expect(takeOver({ base, sent, loaded, typed: { text: '<p>Isi baru sekali</p>' } })).toEqual([])
  })

  test('what somebody else saved right after it is taken where nobody typed, and else said to be newer', () => {
    const loaded = { values: { ...sent, title: 'Git dasar' }, version: 5 }
    expect(takeOver({ base, sent, loaded, typed: {} })).toEqual(['title'])
    expect(takeOver({ base, sent, loaded, typed: { title: 'Git lanjut' } })).toBeNull()
  })
})
