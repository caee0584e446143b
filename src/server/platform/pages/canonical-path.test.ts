import { expect, test } from 'vitest'
import { patterns } from '#contract/kit/paths.ts'
import { canonicalPath } from './canonical-path.ts'

const redirected = (path: string) => {
  const { pathname, search } = new URL(`http://cendaki.test${path}`)
  return canonicalPath({ pathname, search })
}

test.each([
  ['/kelas/', '/kelas'],
  ['/Kelas', '/kelas'],
  ['/SALE/?page=2', '/sale?page=2'],
  ['/kelas/details/ABCDEF/', '/kelas/details/abcdef'],
  ['/KELAS/Desain%20Logo/', '/kelas/Desain%20Logo'],
  ['//evil.example/', '/evil.example'],
  ['/a//b', '/a/b'],
])('%s redirects to %s', (path, canonical) => expect(redirected(path)).toBe(canonical))

test.each([
  '/',
  '/kelas',
  '/kelas?q=React',
  '/kelas/html-%26-css',
  '/kelas/Desain%20Logo',
  '/certificate/CDK-1',
  '/e-book/%C3%A9',
])('%s is canonical', (path) => expect(redirected(path)).toBeNull())

test('the result is canonical itself and never points to another site', () => {
  for (const path of ['//x//', '///x', '/A/B/', '/%2F%2f/', '/\\x/']) {
    const canonical = redirected(path) ?? path
    expect(redirected(canonical)).toBeNull()
    expect(canonical).toMatch(/^\/(?!\/)/)
  }
})

test('the secret of every link that has one keeps its case', () => {
  const links = Object.values(patterns).filter((pattern) => pattern.includes(':token'))
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) {
    const path = link.replace(':token', 'aB3.x_Y-Z')
    expect(redirected(path)).toBeNull()
    expect(redirected(`${path}/`)).toBe(path)
    expect(redirected(link.toUpperCase().replace(':TOKEN', 'aB3.x_Y-Z'))).toBe(path)
  }
})
