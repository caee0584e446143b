import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Packages that decode files: each believes what a file says of itself, for seconds or gigabytes. */
const decodes =
  /(?:from |import\()'(?:mediabunny|sharp|yauzl|modern-tar[^']*|@resvg\/[^']*|@zip\.js\/[^']*|fontkit|subset-font|file-type)'/

const inWorker = 'in a worker process'
/** Every file that uses one, with where it runs, or whose files it decodes. */
const places: Readonly<Record<string, string>> = {
  'moving/ebooks/open-source.ts': 'files of the operator',
  'moving/foreign/foreign-html.ts': inWorker,
  'moving/foreign/unpack.ts': 'called in a worker process; here it only looks for names of files',
  'moving/reading/read-zip.ts':
    'own course files: entries are counted before they are read, and inflated beside the event loop',
  'platform/backup/backup-archive.ts': 'backups of the operator',
  'platform/covers/draw-sharing-image.ts': inWorker,
  'platform/drawing/fonts-for.ts': inWorker,
  'platform/drawing/measure.ts': 'fonts of the product',
  'platform/file-kind.ts': 'reads beginnings: 10 MB of any kind take 0.2 s, in steps',
  'platform/media/encode.ts': inWorker,
  'platform/media/inspect-video.ts': inWorker,
  'process/demo/faces.ts': 'pictures of the demo',
  'process/demo/selling.ts': 'pictures of the demo',
  'process/demo/teaching.ts': 'pictures of the demo',
}

const folder = 'src/server/'
const sources = new Map(
  globSync('**/*.ts', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
    .map((file) => [file, readFileSync(folder + file, 'utf8')] as const),
)

test('every file that decodes files of people runs in a worker process, or says here why it need not', () => {
  const found = [...sources].filter(([, source]) => decodes.test(source)).map(([file]) => file)
  expect(found.toSorted()).toEqual(Object.keys(places))
})

/** Files that are loaded with this one: without imports of types. */
function importedBy(file: string): string[] {
  const imports = [...(sources.get(file) ?? '').matchAll(/^(?:import|export) (?!type )[^'";]*?from '([^']+)'/gm)]
  return imports.flatMap(([, path = '']) =>
    path.startsWith('#server/')
      ? path.slice('#server/'.length)
      : path.startsWith('.')
        ? new URL(path, `file:///${file}`).pathname.slice(1)
        : [],
  )
}

test('what decodes in a worker process is loaded by no other code', () => {
  const workers = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/new URL\('([\w./-]+\.ts)', import\.meta\.url\)/g)].map(([, name = '']) =>
      new URL(name, `file:///${file}`).pathname.slice(1),
    ),
  )
  const imports = new Map([...sources.keys()].map((file) => [file, importedBy(file)]))
  const importers = (file: string) => [...imports].flatMap(([other, files]) => (files.includes(file) ? other : []))
  /** Up the imports, until a worker begins; the files at which none does. */
  function loadedWithout(file: string, seen = new Set<string>()): string[] {
    if (workers.includes(file) || seen.has(file)) return []
    seen.add(file)
    const above = importers(file)
    return above.length === 0 ? [file] : above.flatMap((other) => loadedWithout(other, seen))
  }
  const decoders = Object.keys(places).filter((file) => places[file] === inWorker)
  expect(decoders.flatMap((file) => loadedWithout(file).map((from) => `${file} of ${from}`))).toEqual([])
})
