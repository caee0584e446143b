import { expect, test } from 'vitest'
import { takeOver } from './take-over.ts'

const started = { title: 'Git', text: '<p>Isi</p>', publishedOn: null as string | null }

test('a newer version with the same values is taken over: what bumped it is not in the form', () => {
  expect(takeOver({ started, loaded: { ...started }, typed: { text: '<p>Isi baru</p>' } })).toEqual([])
})

test('fields that nobody typed in take the newer values', () => {
  const loaded = { ...started, publishedOn: '2026-11-21' }
  expect(takeOver({ started, loaded, typed: { text: '<p>Isi baru</p>' } })).toEqual(['publishedOn'])
})

test('a newer version that changes what was typed is not taken over, so that saving says that it is outdated', () => {
  const loaded = { ...started, title: 'Git dasar', text: '<p>Isi orang lain</p>' }
  expect(takeOver({ started, loaded, typed: { text: '<p>Isi baru</p>' } })).toBeNull()
})
