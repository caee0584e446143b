import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bannedNames, moduleOf, modules } from './architecture.ts'

const root = import.meta.dirname
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function listFiles(folder: string, wanted: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const sources = listFiles('src', /\.tsx?$/)
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('src/testing/') || file.endsWith('-for-tests.ts')
const importLine = /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm

/** Each import of another file of ours: from which file, of what. */
const imports = sources.flatMap((file) =>
  [...read(file).matchAll(importLine)].flatMap((match) => {
    const specifier = match[1] ?? match[2] ?? ''
    if (specifier.startsWith('#')) return [{ file, specifier, target: specifier.slice(1) }]
    if (specifier.startsWith('.')) return [{ file, specifier, target: relative(join(root, 'src'), join(root, dirname(file), specifier)) }]
    return []
  }),
)
// A test belongs to the file that it tests.
const moduleOfSource = (file: string) => moduleOf(file.replace(/^src\//, '').replace(/(\.\w+)?\.test\.ts$/, '.ts'))

describe('the table', () => {
  test('knows every file below src/', () => {
    expect(sources.filter((file) => moduleOfSource(file) === null)).toEqual([])
  })

  test('lists no module that is gone', () => {
    expect(Object.keys(modules).filter((name) => !existsSync(join(root, 'src', name)) && !existsSync(join(root, 'src', `${name}.ts`)))).toEqual([])
  })

  test('has no cycle', () => {
    const visit = (name: string, path: readonly string[]): void => {
      if (path.includes(name)) throw new Error(`cycle: ${[...path, name].join(' → ')}`)
      for (const next of modules[name]?.knocksOn ?? []) visit(next, [...path, name])
    }
    for (const name of Object.keys(modules)) expect(() => visit(name, [])).not.toThrow()
  })
})

describe('every import', () => {
  const crossings = imports
    .map((entry) => ({ ...entry, from: moduleOfSource(entry.file), to: moduleOf(entry.target) }))
    .filter(({ file, from, to }) => !isTest(file) && from !== to)

  test('knocks on a door that the table opens to it', () => {
    const closed = crossings.filter(({ from, to }) => !modules[from ?? '']?.knocksOn.includes(to ?? ''))
    expect(closed.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
  })

  test('enters by the door, where there is one', () => {
    const inside = crossings.filter(({ to, target }) => modules[to ?? '']?.door !== 'none' && target !== `${to}/index.ts`)
    expect(inside.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
  })

  test('leaves its folder by #…, never by ../', () => {
    expect(imports.filter(({ specifier }) => specifier.startsWith('../')).map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
  })

  test('of the web shelf stays out of the server, and the other way round', () => {
    const wrong = imports.filter(
      ({ file, target }) => (file.startsWith('src/web/') && target.startsWith('server/')) || (file.startsWith('src/server/') && target.startsWith('web/')),
    )
    expect(wrong).toEqual([])
  })
})

test('no folder has a name that says nothing', () => {
  const folders = new Set(sources.flatMap((file) => dirname(file).split('/')))
  expect([...folders].filter((name) => bannedNames.test(name))).toEqual([])
})

test('untrusted HTML is shown by one component only', () => {
  const showing = sources.filter((file) => file.endsWith('.tsx') && read(file).includes('dangerouslySetInnerHTML'))
  // The document writes its own constant script and the data block; structured data is JSON with every `<` escaped.
  expect(showing.sort()).toEqual(['src/web/site/document.tsx', 'src/web/ui/prose.tsx', 'src/web/ui/structured-data.tsx'])
})

test('the environment is read only where a process begins', () => {
  const reading = sources.filter((file) => !isTest(file) && read(file).includes('process.env'))
  expect(reading.sort()).toEqual(['src/server/commands/create-admin.ts', 'src/server/commands/import-ebook.ts', 'src/server/main.ts'])
})

describe('the documents', () => {
  const documents = ['README.md', ...listFiles('docs', /\.md$/)]

  test.each(documents)('%s names only files and scripts that exist', (document) => {
    const text = read(document)
    const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts
    const missing = [
      ...[...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
        .map((match) => join(dirname(document), match[1] ?? ''))
        .filter((path) => !existsSync(join(root, path))),
      ...[...text.matchAll(/`((?:src|docs|e2e|bench|migrations)\/[\w./*{}-]+)`/g)]
        .map((match) => match[1] ?? '')
        .filter((path) => !/[*{]/.test(path) && !existsSync(join(root, path))),
      ...[...text.matchAll(/`npm run ([\w:-]+)/g)].map((match) => match[1] ?? '').filter((name) => !(name in scripts)),
    ]
    expect(missing).toEqual([])
  })
})
