import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modules } from '../architecture.ts'
import { withFloors } from './draw-architecture.ts'
import { bannedNames, entryFolderOf, moduleOf } from './module-of.ts'
import * as sourceFiles from '../src/web/source-files.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function listFiles(folder: string, wanted: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const sources = listFiles('src', /\.tsx?$/)
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) || file.startsWith('src/testing/') || file.endsWith('-for-tests.ts')
const importLine = /^\s*(?:import|export)\b(?:[^'"]*?from)?\s+['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm

/** Every import of one project file by another. */
const imports = sources.flatMap((file) =>
  [...read(file).matchAll(importLine)].flatMap((match) => {
    const specifier = match[1] ?? match[2] ?? ''
    if (specifier.startsWith('#')) return [{ file, specifier, target: specifier.slice(1) }]
    if (specifier.startsWith('.'))
      return [{ file, specifier, target: relative(join(root, 'src'), join(root, dirname(file), specifier)) }]
    return []
  }),
)
// A test belongs to the module of the file that it tests.
const moduleOfSource = (file: string) => moduleOf(file.replace(/^src\//, '').replace(/(\.\w+)*\.test\.ts$/, '.ts'))

/** Throws when one of these leads back to itself. */
function refuseCircles(all: readonly string[], nextOf: (name: string) => readonly string[]): void {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`circle: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`)
    if (done.has(name)) return
    for (const next of nextOf(name)) visit(next, [...path, name])
    done.add(name)
  }
  for (const name of all) visit(name, [])
}

describe('the module table', () => {
  test('contains every file below src/', () => {
    expect(sources.filter((file) => moduleOfSource(file) === null)).toEqual([])
  })

  test('contains no module that does not exist', () => {
    expect(
      Object.keys(modules).filter(
        (name) => !existsSync(join(root, 'src', name)) && !existsSync(join(root, 'src', `${name}.ts`)),
      ),
    ).toEqual([])
  })

  test('has no cycle', () => {
    expect(() => refuseCircles(Object.keys(modules), (name) => modules[name]?.mayImport ?? [])).not.toThrow()
  })
})

test('each folder of the platform and of the kit of the contract has a line of its own', () => {
  const folders = sources.flatMap(
    (file) => /^src\/((?:server\/platform|contract\/kit)\/[^/]+)\/[^/]/.exec(file)?.[1] ?? [],
  )
  expect([...new Set(folders)].filter((folder) => !(folder in modules))).toEqual([])
})

test('platform and kit know no domain', () => {
  const floor = (name: string) => /^(server\/platform|contract\/kit)(\/|$)/.test(name)
  const upwards = Object.entries(modules).flatMap(([name, { mayImport }]) =>
    floor(name) ? mayImport.filter((other) => !floor(other)).map((other) => `${name} → ${other}`) : [],
  )
  expect(upwards).toEqual([])
})

describe('every import', () => {
  const crossings = imports
    .map((entry) => ({ ...entry, from: moduleOfSource(entry.file), to: moduleOf(entry.target) }))
    .filter(({ file, from, to }) => !isTest(file) && from !== to)

  test('is allowed by the module table', () => {
    const closed = crossings.filter(({ from, to }) => !modules[from ?? '']?.mayImport.includes(to ?? ''))
    expect(closed.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
  })

  test('uses every permission of the module table, so that the table shows what a module depends on', () => {
    const used = new Set(crossings.map(({ from, to }) => `${from} → ${to}`))
    const unused = Object.entries(modules).flatMap(([name, { mayImport }]) =>
      mayImport.map((other) => `${name} → ${other}`).filter((use) => !used.has(use)),
    )
    // A floor of folders is open to what stands above it as a whole.
    const ofFloor = /^(?!server\/platform).* → server\/platform|^(?!contract\/kit|server\/platform).* → contract\/kit/
    expect(unused.filter((use) => !use.startsWith('testing → ') && !ofFloor.test(use))).toEqual([])
  })

  test('goes through the index.ts of the other folder, if it has one', () => {
    const inside = imports.filter(({ file, target }) => {
      const folder = entryFolderOf(target)
      if (isTest(file) || !folder || folder === entryFolderOf(file.replace(/^src\//, ''))) return false
      return existsSync(join(root, 'src', folder, 'index.ts')) && target !== `${folder}/index.ts`
    })
    expect(inside.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
  })

  test('of another folder is written as #…, not ../', () => {
    expect(
      imports
        .filter(({ specifier }) => specifier.startsWith('../'))
        .map(({ file, specifier }) => `${file} → ${specifier}`),
    ).toEqual([])
  })

  test('never crosses between server and web', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        (file.startsWith('src/web/') && target.startsWith('server/')) ||
        (file.startsWith('src/server/') && target.startsWith('web/')),
    )
    expect(wrong).toEqual([])
  })
})

test('every domain of the server is in the one list of domains', () => {
  const listed = read('src/server/app/domains.ts')
  const domains = sources.filter((file) => /^src\/server\/(?!app\/).*\/domain\.ts$/.test(file)).map(dirname)
  expect(domains.filter((folder) => !listed.includes(`'${folder.replace('src/', '#')}/index.ts'`))).toEqual([])
  const owners = sources
    .filter((file) => /^src\/server\/(?!platform\/|process\/|app\/).*\b(?:tables|routes)\.ts$/.test(file))
    // Checks of an installation exist without a running product, too.
    .filter((file) => !file.startsWith('src/server/site/system/'))
  const outside = owners.filter((file) => !domains.some((folder) => file.startsWith(`${folder}/`)))
  expect(outside.filter((file) => !/commerce\/prices|server\/audit/.test(file))).toEqual([])
})

test('no file imports itself through others, types included', () => {
  const importsOf = Map.groupBy(imports, ({ file }) => file)
  const targetsOf = (file: string) => (importsOf.get(file) ?? []).map(({ target }) => `src/${target}`)
  expect(() => refuseCircles(sources, targetsOf)).not.toThrow()
})

test('the folders of the contract do not import each other in a circle', () => {
  const isOurs = (path: string) => path.startsWith('contract/')
  const uses = imports
    .filter(({ file }) => !isTest(file))
    .map(({ file, target }) => [dirname(file).replace(/^src\//, ''), dirname(target)] as const)
    .filter(([from, to]) => from !== to && isOurs(from) && isOurs(to))
  expect(uses.length).toBeGreaterThan(0)
  const nextOf = (folder: string) => uses.flatMap(([from, to]) => (from === folder ? [to] : []))
  expect(() => refuseCircles([...new Set(uses.flat())], nextOf)).not.toThrow()
})

describe('the folders of a domain', () => {
  /** Left to cut, each with what it is for. A folder that is not named here imports from below only. */
  const upwards: Record<string, string> = {
    'server/identity/sign-in → server/identity/two-step': 'the second step, and its tickets',
    'server/learning/enrolment → server/learning/certificates': 'a refund revokes the certificate',
    'server/learning/enrolment → server/learning/reviews': 'a refund deletes the review',
    'web/commerce/checkout → web/commerce/kept': 'what was bought leaves the cart',
    'web/identity/session → web/identity/two-step': 'the second step, loaded when it is needed',
    'web/identity/sign-in → web/identity/two-step': 'the second step, loaded when it is needed',
  }

  /** The folder right inside the module of a file; null for a file of the module itself. */
  const innerFolderOf = (file: string): string | null => {
    const module = moduleOf(file)
    const [folder, ...inside] = module ? file.slice(module.length + 1).split('/') : []
    return folder && inside.length > 0 ? `${module}/${folder}` : null
  }
  const uses = new Set(
    imports.flatMap(({ file, target }) => {
      const own = file.replace(/^src\//, '')
      const [from, to] = [innerFolderOf(own), innerFolderOf(target)]
      const isInDomain = /^(server|web)\//.test(own) && !isTest(file) && moduleOf(own) === moduleOf(target)
      return isInDomain && from && to && from !== to ? [`${from} → ${to}`] : []
    }),
  )

  test('do not import each other in a circle', () => {
    const down = [...uses].filter((use) => !(use in upwards)).map((use) => use.split(' → '))
    const nextOf = (folder: string) => down.flatMap(([from, to]) => (from === folder && to ? [to] : []))
    expect(() => refuseCircles([...new Set(down.flat())], nextOf)).not.toThrow()
  })

  test('are named as importing upwards only as long as they do', () => {
    expect(Object.keys(upwards).filter((use) => !uses.has(use))).toEqual([])
  })
})

test('no folder has a meaningless name', () => {
  const folders = new Set(sources.flatMap((file) => dirname(file).split('/')))
  expect([...folders].filter((name) => bannedNames.test(name))).toEqual([])
})

test('no folder has more than 23 files, tests not counted', () => {
  const files = listFiles('src', /./).filter((file) => !/\.test\.tsx?$/.test(file))
  const full = [...Map.groupBy(files, dirname)].filter(([, inside]) => inside.length > 23)
  expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
})

test('the documents are read in three hours: they have at most 40,000 words', () => {
  const words = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((file) => read(file).trim().split(/\s+/).length)
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(40_000)
})

test('limits of attempts stand in limits.ts of their domain', () => {
  const limiting = sources.filter(
    (file) =>
      /^src\/server\/(?!platform\/)[\w-]+\//.test(file) && !isTest(file) && /\bperMs: (?!number)/.test(read(file)),
  )
  expect(limiting.filter((file) => !/^src\/server\/[\w-]+\/limits\.ts$/.test(file))).toEqual([])
})

test('untrusted HTML is rendered by one component only', () => {
  const showing = sources.filter((file) => file.endsWith('.tsx') && read(file).includes('dangerouslySetInnerHTML'))
  // The document renders its own constant script and the data block; structured data is JSON with every `<` escaped.
  const rendering = ['web/kit/ui/structured-data.tsx', 'web/kit/ui/prose.tsx', 'web/site/document/document.tsx']
  expect(showing.toSorted()).toEqual(rendering.map((file) => `src/${file}`).toSorted())
})

test('the environment is read in process entry files only', () => {
  const reading = sources.filter((file) => !isTest(file) && read(file).includes('process.env'))
  expect(reading.sort()).toEqual(
    [
      'backup',
      'build',
      'create-admin',
      'doctor',
      'export',
      'import-course',
      'import-ebook',
      'leave-demo',
      'mend-books',
      'move-media',
      'move',
      'restore-drill',
      'restore',
      'run-command',
      'mode',
      'upgrade-check',
      'upgrade/upgrade',
    ]
      .map((name) => `src/server/process/commands/${name}.ts`)
      .concat(
        'src/server/process/announce.ts',
        'src/server/process/config/env-file.ts',
        'src/server/process/main.ts',
        'src/server/process/serve.ts',
      )
      .sort(),
  )
})

test('server code reads the time from the clock it is given', () => {
  // Durations are measured with performance.now(), which changes of the system time do not affect.
  const ownTime = /new Date\(\)|Date\.now\(\)|sql`[^`]*\b(?:now\(\)|current_(?:timestamp|date))/
  const reading = sources.filter(
    (file) => /^src\/(server|sandbox|contract)\//.test(file) && !isTest(file) && ownTime.test(read(file)),
  )
  // The first is that clock; the second stores when a migration ran.
  expect(reading.sort()).toEqual(['src/server/platform/clock.ts', 'src/server/platform/database/migrate.ts'])
})

test('server code takes random values from node:crypto', () => {
  const predictable = sources.filter(
    (file) => /^src\/(server|contract)\//.test(file) && !isTest(file) && /Math\.random/.test(read(file)),
  )
  expect(predictable).toEqual([])
})

describe('source files that are named as text', () => {
  const naming = [
    ...listFiles('src', /\.(tsx?|js)$/),
    ...listFiles('bench', /\.ts$/),
    ...listFiles('e2e', /\.ts$/),
    'vite.config.ts',
    'checks/architecture.test.ts',
  ]

  test('exist', () => {
    const missing = naming.flatMap((file) =>
      [...read(file).matchAll(/['"`](?:\.\.\/)*\/?(src\/[\w./-]+)(?:\?\w+)?['"`]/g)]
        .map((match) => match[1] ?? '')
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('and patterns of the build match at least one file', () => {
    const patterns = [...read('src/web/shared-chunks.ts').matchAll(/'(src\/[^']*)\((?:\?!)?([^)]*)\)/g)]
    expect(patterns.length).toBeGreaterThan(3)
    const starts = patterns.flatMap(([, folder = '', names = '']) => names.split('|').map((name) => folder + name))
    expect(starts.filter((start) => !sources.some((file) => file.startsWith(`${start}.`)))).toEqual([])
  })

  test('and those that style sheets leave out exist', () => {
    const missing = listFiles('src', /\.css$/).flatMap((file) =>
      [...read(file).matchAll(/@source not '([^']+)'/g)]
        .flatMap(([, path = '']) => {
          const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? []
          return names ? names.split(',').map((name) => before + name + after) : [path]
        })
        .filter((path) => globSync(path, { cwd: join(root, dirname(file)) }).length === 0)
        .map((path) => `${file}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('are the files that their routes import', () => {
    const files: Record<string, string> = sourceFiles
    const routes = listFiles('src/web/site/routes', /routes\.tsx?$/).flatMap((file) => [
      ...read(file).matchAll(/\bfile: sourceFiles\.(\w+)[\s\S]*?\bimport\('([^']+)'\)/g),
    ])
    const imported = (specifier: string) =>
      specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join('src/web/site', specifier)
    expect(routes.length).toBeGreaterThan(10)
    expect(routes.map(([, name = '']) => files[name])).toEqual(
      routes.map(([, , specifier = '']) => imported(specifier)),
    )
  })
})

describe('the documents', () => {
  test('show the floors of the module table (written by node checks/draw-architecture.ts)', () => {
    const text = read('docs/architecture.md')
    expect(withFloors(text)).toBe(text)
  })

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
