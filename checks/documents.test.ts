import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const code = globSync(['*.{json,ts}', '{bench,deploy,e2e,migrations,src}/**/*.{mjs,service,sql,ts,tsx,yml}'], {
  cwd: root,
})
  .map(read)
  .join('\n')

const has = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)

/** Labels of links that are the name of another file than the one they lead to. */
const wrongLabels = (text: string): string[] =>
  [...text.matchAll(/\[`?([\w.-]+\.\w+)`?\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
    .filter(([, label = '', target = '']) => basename(target) !== label)
    .map(([, label, target]) => `${label} → ${target}`)

/** Names of code that no file has, or not the one that they are said to be of. */
function unknownNames(text: string): string[] {
  const anywhere = [...text.matchAll(/`([a-z][a-z0-9]*[A-Z]\w*)(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
  const placed = [...text.matchAll(/`(\w+)` of\s+`(src\/[\w./-]+\.tsx?)`/g)]
  return [
    ...anywhere.filter((name) => !has(code, name)),
    ...placed
      .filter(([, name = '', file = '']) => existsSync(join(root, file)) && !has(read(file), name))
      .map(([, name, file]) => `${name} of ${file}`),
  ]
}

/** Names of files without their folder, in a row of a table, that are beside none of the files that the row names in full. */
const misplacedFiles = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.includes('of each domain'))
    .flatMap((row) => {
      const folders = [...row.matchAll(/[`(/](src\/[\w./-]+\/)/g)].map(([, folder = '']) => folder)
      const beside = [...row.matchAll(/(?:`(\w+)` of )?`([\w-]+\.tsx?)`/g)]
      return beside.flatMap(([, symbol, name = '']) => {
        const found = folders.map((folder) => join(folder, name)).filter((file) => existsSync(join(root, file)))
        const isThere = found.some((file) => !symbol || has(read(file), symbol))
        return folders.length === 0 || isThere ? [] : [`${symbol ? `${symbol} of ` : ''}${name}`]
      })
    })

describe('a document', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  const wrong = (find: (text: string) => string[]) =>
    documents.flatMap((file) => find(read(file)).map((each) => `${file}: ${each}`))

  test('calls a file by its name where it links to it', () => {
    expect(wrong(wrongLabels)).toEqual([])
    expect(wrongLabels('[rules.ts](../src/retention-rules.ts), [pages.ts](../pages.ts#top)')).toEqual([
      'rules.ts → ../src/retention-rules.ts',
    ])
  })

  test('names only code that exists, in the file that it says', () => {
    expect(wrong(unknownNames)).toEqual([])
    const text = '`noSuchLife`, `isOwn` of `src/server/catalog/ownership.ts`, `isOwn` of `src/server/app.ts`'
    expect(unknownNames(text)).toEqual(['noSuchLife', 'isOwn of src/server/app.ts'])
  })

  test('names in a table only files that are beside the ones it names in full', () => {
    expect(wrong(misplacedFiles)).toEqual([])
    const row =
      '| a | `src/server/catalog/ownership.ts`, `tables.ts`, `isOwn` of `tables.ts`, `elsewhere.ts` beside it |'
    expect(misplacedFiles(row)).toEqual(['isOwn of tables.ts', 'elsewhere.ts'])
  })
})
